"""From a question to its answer: claims, files and documents, decided in worker processes."""
