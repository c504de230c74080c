/** Bytes -> the same without credentials, line by line, and no more in memory than a line, and what a Secret may have. Without VS Code. */
import { StringDecoder } from 'node:string_decoder';
import { Transform, type TransformCallback } from 'node:stream';
import type { Redactor } from '../../../../core/mustGather/redact.ts';

/** Characters: what is longer nobody can look through in time, and it is left out whole. */
const longestLine = 8 * 2 ** 20;

export class RedactStream extends Transform {
  readonly #decoder = new StringDecoder('utf8');
  readonly #redactor: Redactor;
  #rest: string[] = [];
  #length = 0;
  #indent = '';
  /** Lines that were too long. */
  dropped = 0;

  constructor(redactor: Redactor) {
    super();
    this.#redactor = redactor;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const text = this.#decoder.write(chunk);
    const out: string[] = [];
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      this.#keep(text.slice(from, at));
      for (const line of this.#lines()) out.push(line, '\n');
      from = at + 1;
    }
    this.#keep(text.slice(from));
    done(null, Buffer.from(out.join('')));
  }

  override _flush(done: TransformCallback): void {
    this.#keep(this.#decoder.end());
    const endsInside = this.#length > 0;
    const lines = [...(endsInside ? this.#lines() : []), ...this.#redactor.end()];
    done(null, lines.length === 0 ? undefined : Buffer.from(`${lines.join('\n')}${endsInside ? '' : '\n'}`));
  }

  #keep(text: string): void {
    if (text === '') return;
    this.#length += text.length;
    if (this.#length <= longestLine) this.#rest.push(text);
    // How deep it stands says where what surrounds it ends.
    else if (this.#rest.length > 0) {
      this.#indent = /^[ \t]{0,1000}/.exec(this.#rest.join(''))?.[0] ?? '';
      this.#rest = [];
    }
  }

  #lines(): readonly string[] {
    const length = this.#length;
    const text = this.#rest.join('');
    this.#rest = [];
    this.#length = 0;
    if (length <= longestLine) return this.#redactor.lines(text);
    this.dropped += 1;
    return this.#redactor.lines(`${this.#indent}*** (a line of ${length} characters was left out)`);
  }
}
