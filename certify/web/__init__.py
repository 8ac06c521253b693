"""Pages and an HTTP interface over the library: what `certify serve` opens in a browser.

Nothing is worked out here. What is asked is a `certify.web.questions.Question`, which a process of
its own answers by one call of the library (`certify.web.jobs`); pages show the answer's own view.
"""
