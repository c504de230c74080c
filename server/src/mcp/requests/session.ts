/** State of a connection between a client and the server. */

export interface McpSession {
  /** Text of the last must-gather report, or undefined if the client requested none. */
  report?: string;
}
