"""What many tests share: instruments, made-up tournaments, and what they look at."""
