"""What is assumed beyond the kernel and named where it is used: each principle in a sentence."""

PRINCIPLES: dict[str, str] = {
    "induction over mechanisms": "A statement about k mechanisms follows from those about none or one and the step from k to k + 1, "
    "if the step is a theorem about arbitrary laws on arbitrary spaces.",
}
