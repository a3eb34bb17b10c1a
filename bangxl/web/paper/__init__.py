"""What `bangxl print` prints, as leaves of HTML for a browser: where no program makes a PDF."""
