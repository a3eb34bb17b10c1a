"""Mail: the draft that a mail program opens, and sending it by SMTP. Standard library only; `keyring` where it is installed."""
