"""The page: the whole program in one file for the browser, without a network (``make page``).

An edge, like the command line: this code runs in the browser's Python and answers the page's script. The page itself and its
build are in ``tools/page``.
"""
