/** Connects a server in this process to streams. */
import type { Readable, Writable } from 'node:stream';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { LspConnection } from '#server/lsp/connection/lspConnection.ts';

/** Creates the server's side of a connection that reads requests from one stream, and writes responses to the other. */
export function connectStreams(requests: Readable, responses: Writable): LspConnection {
  return new LspConnection({
    reader: new StreamMessageReader(requests),
    writer: new StreamMessageWriter(responses),
  });
}
