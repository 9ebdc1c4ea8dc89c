"""What servers of pages share.

===============  =====================================================================
``run``          listening, and stopping
``connections``  limits on a single connection
``gate``         which hosts and origins are admitted
``limits``       limits on requests, and their bodies, read within them
``refusals``     refused requests and errors of our own, and what the client is told
``files``        files of pages, and the headers that limit what a page may load
===============  =====================================================================

``static`` holds the style of all pages (``base.css``: colours, buttons, dialogs, marks; light and dark), their building blocks
(``dom.js``) and their requests (``request.js``). Each page has files of its own, served from the same address. Needs the extra
``label`` or ``serve``.
"""
