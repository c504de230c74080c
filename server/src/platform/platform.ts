/**
 * Interfaces for the parts of the server that depend on the environment: Node.js, or a web worker in a browser. Each
 * interface has an implementation in `node/` and one in `web/`, in files with the same name. In the source code,
 * `#platform` resolves to `node/`. The bundles for browsers resolve it to `web/` (esbuild.mjs).
 * test/unit/server/platform compares the results.
 */
import type { FileNameFilter, Folder, WorkspaceReader } from './workspaceReader.ts';

/** Schedules work. */
export interface TaskScheduler {
  /** Returns the time in milliseconds since an arbitrary start. */
  readonly now: () => number;
  /** Runs the work after all events that are already waiting. */
  readonly nextTurn: (work: () => void) => void;
  /** Runs the work after a delay in milliseconds. A pending delay doesn't keep the process running. */
  readonly later: (milliseconds: number, work: () => void) => void;
}

/** The reason a thread stopped. `silent`: it sent no message within the time limit. */
export type ThreadOutcome = 'done' | 'cancelled' | 'silent' | 'failed';

/** A job for a thread. */
export interface ThreadOrder {
  /**
   * Script to run: the path of a source file in `server/src/` without its extension, or the URL of any other script.
   * The bundle of a source file has the same base name.
   */
  readonly program: string | URL;
  /** Input of the job as plain data. */
  readonly job: object;
  /**
   * Maximum time between two messages, in milliseconds. After that, the server stops the thread. The first message can
   * take one minute, because the thread must load the program first.
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

/** The interface for code that runs in a thread. */
export interface ThreadJob {
  readonly job: () => unknown;
  readonly send: (message: object) => void;
}

/** What a child process reports. */
export interface ChildEvents {
  /** @param message unvalidated, because a damaged process can send any value */
  readonly onMessage: (message: unknown) => void;
  /** Called when the process has exited or couldn't be started, maybe several times. */
  readonly onExit: (reason: string) => void;
}

/** The connection to a child process. */
export interface ChildChannel {
  readonly send: (message: object) => void;
  /** Stops the process immediately. */
  readonly stop: () => void;
}

/** Starts child processes, which exchange messages with the server. */
export interface ChildProcesses {
  /** @param program name of a bundle in the folder of the server's bundle, without its extension */
  readonly start: (program: string, events: ChildEvents) => ChildChannel;
}

/** Converts between text and bytes. */
export interface ByteConverter {
  /** Returns a copy of the text in its own memory. A substring would keep the whole text in memory. */
  readonly copyOf: (text: string) => string;
  /** Returns the length of the text in UTF-8, in bytes. */
  readonly utf8Length: (text: string) => number;
  /**
   * Decodes base64 in the standard or the URL alphabet, with or without padding. The result is arbitrary for text that
   * isn't base64.
   */
  readonly fromBase64: (text: string) => Uint8Array;
  /** Encodes base64 with padding, on one line. */
  readonly toBase64: (bytes: Uint8Array) => string;
  /** Returns whether two values of plain data are deeply equal. The values must not contain cycles. */
  readonly sameData: (one: unknown, other: unknown) => boolean;
}

/** The reason data can't be decompressed. `reason` is the library's message about damaged data. */
export interface GunzipFault {
  readonly fault: 'too-large' | 'cut' | 'broken';
  readonly reason?: string;
}

/** The fields of a certificate. Times are in milliseconds since 1970, or NaN if they're unreadable. */
export interface Certificate {
  readonly from: number;
  readonly until: number;
  /** True if it is the certificate of a certificate authority. */
  readonly ca: boolean;
  /**
   * True if the certificate is signed with its own key. Browsers compare only the names of the subject and the issuer,
   * because they can't check a signature synchronously.
   */
  readonly selfSigned: boolean;
  /** Length of an RSA key in bits. Undefined for other keys. */
  readonly rsaBits: number | undefined;
  /** The certificate in DER. */
  readonly raw: Uint8Array;
}

/** Compression, digests, and certificates. All functions are synchronous, because rules are. */
export interface Compression {
  /** Compresses with the highest level. The same bytes always produce the same result. */
  readonly gzip: (bytes: Uint8Array) => Uint8Array;
  /** Decompresses. Fails if the result has more than `most` bytes. */
  readonly gunzip: (bytes: Uint8Array, most: number) => Uint8Array | GunzipFault;
  readonly digest: (algorithm: 'sha256' | 'sha384' | 'sha512', bytes: Uint8Array) => Uint8Array;
  /** Parses a certificate in PEM. Returns undefined if it is damaged. */
  readonly certificate: (pem: string) => Certificate | undefined;
}

/** Converts the URIs of files. */
export interface UriResolver {
  /** Returns the path of a file URI. Returns undefined for another URI, and in a browser. */
  readonly pathOf: (uri: string) => string | undefined;
  /** Returns the canonical form of a file's URI, which is the same for all spellings of that URI. */
  readonly canonicalUri: (uri: string) => string;
  /** Normalizes a relative path with slashes on every system: `a/./b/../c` becomes `a/c`. */
  readonly normalize: (relative: string) => string;
  /** Returns the URI of a rule's page in the installed product. Returns undefined in a browser. */
  readonly rulePage: (rule: string) => string | undefined;
  /** Returns whether a regular file exists at this URI. */
  readonly isOnDisk: (uri: string) => Promise<boolean>;
}

/** Access to folders on disk. */
export interface DiskAccess {
  /**
   * Creates a reader of these folders. Skips folders that aren't on disk.
   * @param selection selects the files to check
   */
  readonly reader: (folders: readonly Folder[], selection: FileNameFilter) => WorkspaceReader;
}
