"""One module for each way to a proof; each leaves checked steps in the builder."""
