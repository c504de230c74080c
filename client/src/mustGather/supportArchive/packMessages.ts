/**
 * Defines the messages between the extension and the packing process. Both sides validate the messages that they
 * receive.
 */
import { isJsonObject, getList, getNumber, getString, getStrings, getValue, omitUndefined } from '#core/common/json.ts';
import type { ArchivedFile, ArchiveManifest } from './archiveManifest.ts';
import type { OmittedFile } from './redactFile.ts';
import type { ArchiveOptions, ExtraFolder } from './writeArchive.ts';

/** The request of the extension. Each process handles one request. */
export interface PackOrder {
  readonly folder: string;
  readonly target: string;
  readonly redact: boolean;
  readonly include: readonly string[];
  readonly extra?: ExtraFolder;
  /** Maximum size of the archive in bytes. */
  readonly maxBytes?: number;
  /** Number of values that were redacted when the files were collected, by file. */
  readonly redactedBefore?: Readonly<Record<string, number>>;
}

export type PackMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'packed'; readonly manifest: ArchiveManifest }
  | { readonly kind: 'failed'; readonly message: string };

/** Parses the request. Returns undefined if it is invalid. */
export function readPackOrder(message: unknown): PackOrder | undefined {
  const [folder, target, redact] = [
    getString(message, 'folder'),
    getString(message, 'target'),
    getValue(message, 'redact'),
  ];
  if (folder === undefined || target === undefined || typeof redact !== 'boolean') return undefined;
  const [extra, under] = [getString(message, 'extra', 'folder'), getString(message, 'extra', 'under')];
  return {
    folder,
    target,
    redact,
    include: getStrings(message, 'include'),
    ...omitUndefined({
      extra: extra === undefined || under === undefined ? undefined : { folder: extra, under },
      maxBytes: getNumber(message, 'maxBytes'),
      redactedBefore: countsIn(getValue(message, 'redactedBefore')),
    }),
  };
}

/** Returns the options of `writeArchive` that a request contains. */
export function archiveOptionsOf({
  folder: _folder,
  target: _target,
  include,
  redactedBefore = {},
  ...others
}: PackOrder): Omit<ArchiveOptions, 'signal' | 'progress'> {
  return { ...others, include: new Set(include), redactedBefore: new Map(Object.entries(redactedBefore)) };
}

function countsIn(value: unknown): Readonly<Record<string, number>> | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

/** Parses a message of the process. Returns undefined if its kind is unknown. */
export function readPackMessage(message: unknown): PackMessage | undefined {
  switch (getString(message, 'kind')) {
    case 'progress':
      return { kind: 'progress', done: getNumber(message, 'done') ?? 0, total: getNumber(message, 'total') ?? 0 };
    case 'packed':
      return { kind: 'packed', manifest: manifestIn(getValue(message, 'manifest')) };
    case 'failed':
      return { kind: 'failed', message: getString(message, 'message') ?? '' };
    default:
      return undefined;
  }
}

function manifestIn(value: unknown): ArchiveManifest {
  return {
    version: 1,
    redacted: getValue(value, 'redacted') === true,
    files: getList(value, 'files').flatMap(fileIn),
    leftOut: getList(value, 'leftOut').flatMap(leftOutIn),
  };
}

function fileIn(value: unknown): readonly ArchivedFile[] {
  const [path, size, sha256, replaced] = [
    getString(value, 'path'),
    getNumber(value, 'size'),
    getString(value, 'sha256'),
    getNumber(value, 'replaced'),
  ];
  return path === undefined || size === undefined || sha256 === undefined || replaced === undefined
    ? []
    : [{ path, ...omitUndefined({ original: getString(value, 'original') }), size, sha256, replaced }];
}

function leftOutIn(value: unknown): readonly OmittedFile[] {
  if (!isJsonObject(value)) return [];
  const [path, why] = [getString(value, 'path'), getString(value, 'why')];
  return path === undefined || why === undefined ? [] : [{ path, why, mayBeIncluded: value['mayBeIncluded'] === true }];
}
