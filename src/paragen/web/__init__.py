"""What servers of pages share.

===============  =====================================================================
``run``          listening, and stopping
``connections``  what a single connection may take of the server, within ``limits``
``gate``         which hosts and origins are let in
``body``         a request's body, read within limits
``refusals``     what is not answered, and what the client is told
``faults``       errors of our own
``files``        files of pages, and the headers that bind what a page may load
===============  =====================================================================

``static`` holds the style of all pages (``base.css``: colours, buttons, dialogs, marks; light and dark), what they are made of
(``dom.js``), and how they ask (``request.js``). Each page has files of its own, which come from the same address. Needs the extra
``label`` or ``serve``.
"""
