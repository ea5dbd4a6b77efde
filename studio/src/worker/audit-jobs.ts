/**
 * The jobs of an audit. FLOW: let files and outputs go from worker to worker through a MessageChannel (page: new MessageChannel(); the desk gets
 * port1 with audit.lend, the runner port2 with audit.run), never through the page, whose thread must not copy megabytes:
 * desk.lend posts the session's sources over the port, takes the outputs that come back and opens them as results.open does; runner.run waits
 * for the sources, makes the audit, reports progress, posts the outputs back.
 */
export const jobs = {};
