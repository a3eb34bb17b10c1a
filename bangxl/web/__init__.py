"""What a browser shows: single files without script that need nothing else."""
