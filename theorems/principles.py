"""What is assumed beyond the kernel and named where it is used: each principle in a sentence."""

PRINCIPLES: dict[str, str] = {
    "induction over mechanisms": "A statement about k mechanisms follows from those about none or one and the step from k to k + 1, "
    "if the step is a theorem about arbitrary laws on arbitrary spaces.",
    "induction over candidates": "A statement about the greatest of k numbers, or about a product of k factors, follows from the one "
    "about a single number and the step from k to k + 1, where what k of them give is any number that satisfies the statement.",
}
