"""The kernel: statements about all laws."""
