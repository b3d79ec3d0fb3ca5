"""What tests share: an evaluator, exact worlds and certificates of their own; nothing here is trusted by dpsym."""
