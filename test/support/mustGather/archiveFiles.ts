/** Creates archives byte by byte, including invalid ones that no archive tool would create. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface TarEntry {
  readonly name: string;
  readonly text?: string | Buffer;
  /** `0` for a file, `2` for a link, `5` for a folder, `x` for a pax header, and so on. */
  readonly type?: string;
  /** False size in the header. */
  readonly size?: number;
  readonly link?: string;
}

export function tarOf(entries: readonly TarEntry[], end = true): Buffer {
  const parts = entries.flatMap(({ name, text = '', type = '0', size, link = '' }) => {
    const bytes = Buffer.from(text);
    return [tarHeader(name, size ?? bytes.length, type, link), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, ...(end ? [Buffer.alloc(1024)] : [])]);
}

function tarHeader(name: string, size: number, type: string, link: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write(link, 157, 100);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Returns a record of a pax header. */
export function pax(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return `${length}${rest}`;
}

export interface ZipEntry {
  readonly name: string;
  readonly text?: string;
  /** Unix mode. `0o120777` is a link. */
  readonly mode?: number;
  /** False uncompressed size in the index. */
  readonly size?: number;
  /** Offset of another entry, whose bytes this entry shares. */
  readonly at?: number;
}

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const index: Buffer[] = [];
  let offset = 0;
  for (const { name, text = '', mode = 0o100644, size, at } of entries) {
    const plain = Buffer.from(text);
    const packed = deflateRawSync(plain);
    const called = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? plain.length, 18);
    common.writeUInt16LE(called.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, called, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(at ?? offset, 10);
    index.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0003', 'latin1'), common, tail, called]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
