/** Defines the messages between the extension and the packing process. Both sides validate what they receive. */
import { isJsonObject, listAt, numberAt, stringAt, textsAt, valueAt } from '#core/common/json.ts';
import type { BundledFile, BundleManifest } from './bundleManifest.ts';
import type { OmittedFile } from './redactFile.ts';

/** The request of the extension. Each process handles one request. */
export interface PackOrder {
  readonly folder: string;
  readonly target: string;
  readonly redact: boolean;
  readonly include: readonly string[];
}

export type PackMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'packed'; readonly manifest: BundleManifest }
  | { readonly kind: 'failed'; readonly message: string };

/** Parses the request. Returns undefined if it is invalid. */
export function readPackOrder(message: unknown): PackOrder | undefined {
  const [folder, target, redact] = [stringAt(message, 'folder'), stringAt(message, 'target'), valueAt(message, 'redact')];
  if (folder === undefined || target === undefined || typeof redact !== 'boolean') return undefined;
  return { folder, target, redact, include: textsAt(message, 'include') };
}

/** Parses a message of the process. Returns undefined if its kind is unknown. */
export function readPackMessage(message: unknown): PackMessage | undefined {
  switch (stringAt(message, 'kind')) {
    case 'progress':
      return { kind: 'progress', done: numberAt(message, 'done') ?? 0, total: numberAt(message, 'total') ?? 0 };
    case 'packed':
      return { kind: 'packed', manifest: manifestIn(valueAt(message, 'manifest')) };
    case 'failed':
      return { kind: 'failed', message: stringAt(message, 'message') ?? '' };
    default:
      return undefined;
  }
}

function manifestIn(value: unknown): BundleManifest {
  return {
    version: 1,
    redacted: valueAt(value, 'redacted') === true,
    files: listAt(value, 'files').flatMap(fileIn),
    leftOut: listAt(value, 'leftOut').flatMap(leftOutIn),
  };
}

function fileIn(value: unknown): readonly BundledFile[] {
  const [path, size, sha256, replaced] = [stringAt(value, 'path'), numberAt(value, 'size'), stringAt(value, 'sha256'), numberAt(value, 'replaced')];
  return path === undefined || size === undefined || sha256 === undefined || replaced === undefined ? [] : [{ path, size, sha256, replaced }];
}

function leftOutIn(value: unknown): readonly OmittedFile[] {
  if (!isJsonObject(value)) return [];
  const [path, why] = [stringAt(value, 'path'), stringAt(value, 'why')];
  return path === undefined || why === undefined ? [] : [{ path, why, mayBeIncluded: value['mayBeIncluded'] === true }];
}
