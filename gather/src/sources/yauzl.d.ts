/**
 * Declares the part of yauzl 3.4 that this project uses. Its own types are in a separate package that isn't installed.
 */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    readonly fileName: string;
    readonly compressedSize: number;
    readonly uncompressedSize: number;
    readonly compressionMethod: number;
    readonly externalFileAttributes: number;
    readonly versionMadeBy: number;
    readonly relativeOffsetOfLocalHeader: number;
    readonly isEncrypted: () => boolean;
  }

  export interface ZipFile {
    readonly entryCount: number;
    readonly readEntry: () => void;
    readonly close: () => void;
    readonly readLocalFileHeader: (
      entry: Entry,
      options: { readonly minimal: true },
      callback: (error: Error | null, header: { readonly fileDataStart: number }) => void,
    ) => void;
    readonly openReadStream: (
      entry: Entry,
      options: { readonly decodeFileData?: false },
      callback: (error: Error | null, stream: Readable) => void,
    ) => void;
    on(event: 'entry', listener: (entry: Entry) => void): void;
    on(event: 'end', listener: () => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    removeAllListeners(event: string): void;
  }

  /** Reads bytes of the archive. A subclass must implement it. */
  export class RandomAccessReader {
    read(
      buffer: Buffer,
      offset: number,
      length: number,
      position: number,
      callback: (error: Error | null, bytes: number) => void,
    ): void;
    _readStreamForRange(start: number, end: number): Readable;
  }

  export function fromRandomAccessReader(
    reader: RandomAccessReader,
    totalSize: number,
    options: { readonly lazyEntries: true; readonly autoClose: false; readonly strictFileNames: true },
    callback: (error: Error | null, file: ZipFile) => void,
  ): void;
}
