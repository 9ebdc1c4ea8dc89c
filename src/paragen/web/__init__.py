"""Common parts of the pages in the browser: their style, and what they may load.

``static`` holds the style (``base.css``: colours, buttons, marks; light and dark), ``dom.js`` and the icon. Each page has files
of its own beside these, under addresses in the same folder.
"""
