"""Mail: the draft that a mail program opens, and sending it by SMTP. Standard library only; `keyring` where it is installed."""

from bangxl.post.configuration import Settings, password, settings
from bangxl.post.delivery import send
from bangxl.post.errors import PostError
from bangxl.post.message import Attachment, addresses, draft

__all__ = ["Attachment", "PostError", "Settings", "addresses", "draft", "password", "send", "settings"]
