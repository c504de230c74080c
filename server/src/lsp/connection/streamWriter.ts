/** Writes messages to a stream. */
import { Buffer } from 'node:buffer';
import type { Writable } from 'node:stream';
import { AbstractMessageWriter, type Message, type MessageWriter } from 'vscode-jsonrpc/node';

/**
 * Writes each message with its header in one operation. The writer of vscode-jsonrpc writes the header first, which
 * takes as long as writing most messages, and wakes the client twice.
 */
export class StreamWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #stream: Writable;
  #failed = 0;

  constructor(stream: Writable) {
    super();
    this.#stream = stream;
    stream.on('error', (error) => this.fireError(error));
    stream.on('close', () => this.fireClose());
  }

  async write(message: Message): Promise<void> {
    const text = JSON.stringify(message);
    const framed = `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    await new Promise<void>((resolve, reject) => {
      this.#stream.write(framed, (error) => {
        if (error === undefined || error === null) {
          resolve();
          return;
        }
        this.#failed += 1;
        this.fireError(error, message, this.#failed);
        reject(error);
      });
    });
  }

  end(): void {
    this.#stream.end();
  }
}
