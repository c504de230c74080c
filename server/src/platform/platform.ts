/**
 * The parts of the server that depend on where it runs: in Node.js, or in a worker of a browser. Each interface has an
 * implementation in `node/` and one in `web/`, in files of the same name. Sources import those of `node/`. The bundles
 * for browsers resolve `#platform` to `web/` (esbuild.mjs). test/unit/server/platform compares the results.
 */
import type { FileSelection } from '../engine/workspace/fileSelection.ts';
import type { WorkspaceReader } from '../engine/workspace/readWorkspace.ts';
import type { Folder } from '../engine/workspace/readWorkspace.ts';

/** Whose turn it is. */
export interface TaskScheduler {
  /** Runs the work when all that waits had its turn. */
  readonly nextTurn: (work: () => void) => void;
  /** Runs the work after so many milliseconds; nobody's end waits for it. */
  readonly later: (milliseconds: number, work: () => void) => void;
}

/** The reason why a thread stopped. `silent`: it sent no message within the time limit. */
export type ThreadOutcome = 'done' | 'cancelled' | 'silent' | 'failed';

/** A job for a thread. */
export interface ThreadOrder {
  /**
   * The source file in `server/src/` without its extension; the bundle has the same name. Or the URL of another script.
   */
  readonly program: string | URL;
  /** Input of the job as plain data. */
  readonly job: object;
  /**
   * Maximum time between two messages, in milliseconds. After that, the server stops the thread. The first message can
   * take one minute, because loading the program does.
   */
  readonly longestSilence: number;
  readonly isCancelled: () => boolean;
  /** Called with each message. */
  readonly take: (message: unknown) => void;
}

/** Runs work in threads that the server can stop at any time. */
export interface Threads {
  /** Starts a thread and waits until it stops. */
  readonly start: (order: ThreadOrder) => Promise<ThreadOutcome>;
}

/** The interface inside a thread. */
export interface ThreadJob {
  readonly job: () => unknown;
  readonly send: (message: object) => void;
}

/** Texts and bytes. */
export interface ByteConverter {
  /** The same characters in memory of their own: a part of a text keeps the whole in memory otherwise. */
  readonly copyOf: (text: string) => string;
  /** How many bytes the text is in UTF-8. */
  readonly utf8Length: (text: string) => number;
  /**
   * Reads base64 in either alphabet, with padding or without. For texts that were found to be base64; of others,
   * anything may come.
   */
  readonly fromBase64: (text: string) => Uint8Array;
  /** Writes base64 with padding, on one line. */
  readonly toBase64: (bytes: Uint8Array) => string;
  /** Whether two values of plain data (no cycles) are the same all the way down. */
  readonly sameData: (one: unknown, other: unknown) => boolean;
}

/** Why something cannot be unpacked. `reason`: what the library says of damage. */
export interface GunzipFault {
  readonly fault: 'too-large' | 'cut' | 'broken';
  readonly reason?: string;
}

/** What is read of a certificate. Times in milliseconds since 1970; NaN where they cannot be read. */
export interface Certificate {
  readonly from: number;
  readonly until: number;
  /** It is that of an authority. */
  readonly ca: boolean;
  /** Of an RSA key; undefined of any other. */
  readonly rsaBits: number | undefined;
  /** DER. */
  readonly raw: Uint8Array;
}

/**
 * Compression, digests, certificates. All of it at once, without waiting: rules are asked in the midst of a document.
 */
export interface Compression {
  /** Packs as small as it can; the same bytes give the same result at any time. */
  readonly gzip: (bytes: Uint8Array) => Uint8Array;
  /** Unpacks, to so many bytes at most: it is given up as soon as it has more. */
  readonly gunzip: (bytes: Uint8Array, most: number) => Uint8Array | GunzipFault;
  readonly digest: (algorithm: 'sha256' | 'sha384' | 'sha512', bytes: Uint8Array) => Uint8Array;
  /** Reads a certificate in PEM; undefined when it is damaged. */
  readonly certificate: (pem: string) => Certificate | undefined;
}

/** Where files are. */
export interface UriResolver {
  /** The path on disk of a file URI; undefined of another one, and where there is no disk. */
  readonly pathOf: (uri: string) => string | undefined;
  /** The same URI for the same file, however it was written. */
  readonly canonicalUri: (uri: string) => string;
  /** `a/./b/../c` without what leads nowhere: `a/c`. Of slashes alone, on every system. */
  readonly normalize: (relative: string) => string;
  /** The URI of the page of a rule, as files that come with the product; undefined where the server has no files. */
  readonly rulePage: (rule: string) => string | undefined;
  /** Whether there is a regular file on disk at this URI. */
  readonly isOnDisk: (uri: string) => Promise<boolean>;
}

/** Folders of the disk. */
export interface DiskAccess {
  /** Reads below these folders; those that are not on disk are left out. @param selection the files that are checked */
  readonly reader: (folders: readonly Folder[], selection: FileSelection) => WorkspaceReader;
}
