/** Resolves paths in the `input` of each request to fields and types. */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';
import { messageNotations } from './inputMessages.ts';
import { fieldsIn, type InputField, type InputType, type Notation } from './inputType.ts';
import { describeField } from './fieldTexts.ts';
import { policyCopyFile, requestNotations } from './requestInputs.ts';

/** Any index or key, as in `input.storages[_]` or `input.storages[i]`. */
export const anyKey = Symbol.for('any key of input');

/** Step of a path: a name, a key, an index, or `anyKey` for any of these. */
export type PathStep = string | number | typeof anyKey;

/**
 * Content of `input` for CopyFileRequest: the message, the extract that the agent itself creates from it, or unknown.
 */
export type CopyFileInput = 'message' | 'extract' | 'depends';

/** Target of a path. */
export interface InputLocation {
  readonly type: InputType;
  /** Fields, if the target is a message. */
  readonly fields?: readonly InputField[];
}

const copyFileName = 'CopyFileRequest';
const words = (message: string) => (field: string) => {
  const key = `${message}.${field}`;
  return Object.hasOwn(describeField, key) ? describeField[key] : undefined;
};

const read = (notations: Readonly<Record<string, Notation>>) =>
  Object.entries(notations).map(([name, notation]) => [name, fieldsIn(notation, words(name))] as const);
const requests: ReadonlyMap<string, readonly InputField[]> = new Map(read(requestNotations));
const messages: ReadonlyMap<string, readonly InputField[]> = new Map(read(messageNotations));
const copyFiles = copyFileVariants();

function copyFileVariants(): Readonly<Record<CopyFileInput, readonly InputField[]>> {
  const message = requests.get(copyFileName) ?? [];
  const extract = fieldsIn(policyCopyFile, words(copyFileName));
  const both = new Set(message.map(({ name }) => name).filter((name) => extract.some((field) => field.name === name)));
  const mark = (fields: readonly InputField[], only: Message) =>
    fields.map((field) => (both.has(field.name) ? field : { ...field, only }));
  const olderOnly = mark(message, () => l10n.t`agents in Kata versions earlier than 3.29.0`).filter(
    ({ name }) => !both.has(name),
  );
  return {
    message,
    extract,
    depends: [...mark(extract, () => l10n.t`agents in Kata 3.29.0 and later, and in OSC 1.12`), ...olderOnly],
  };
}

/** Names of all requests with known input. */
export const inputRequests: readonly string[] = [...requests.keys()];

/** Names of all messages that requests in `inputRequests` can contain. */
export const inputMessages: readonly string[] = [...messages.keys()];

/**
 * Returns the top-level fields of `input`. The list is empty for requests without fields. Returns undefined for unknown
 * requests.
 */
export function requestFields(request: string, copyFile: CopyFileInput = 'depends'): readonly InputField[] | undefined {
  return request === copyFileName ? copyFiles[copyFile] : requests.get(request);
}

/** Returns the fields of a message, such as `Process`. */
export function messageFields(message: string): readonly InputField[] | undefined {
  return messages.get(message);
}

/**
 * Returns the target of a path in `input` for a request: `['storages', anyKey, 'driver']` is a string. Returns
 * undefined if the path is invalid because it contains an unknown field name, continues after a string, or uses
 * `anyKey` for a field of a message.
 */
export function findInputField(
  request: string,
  path: readonly PathStep[],
  copyFile: CopyFileInput = 'depends',
): InputLocation | undefined {
  const fields = requestFields(request, copyFile);
  if (fields === undefined) return undefined;
  let place: InputLocation = { type: { kind: 'message', name: request }, fields };
  for (const step of path) {
    const type = stepInto(place, step);
    if (type === undefined) return undefined;
    place = placeOf(type);
  }
  return place;
}

function placeOf(type: InputType): InputLocation {
  const fields = type.kind === 'message' ? messages.get(type.name) : undefined;
  return fields === undefined ? { type } : { type, fields };
}

function stepInto({ type, fields }: InputLocation, step: PathStep): InputType | undefined {
  switch (type.kind) {
    case 'message':
      return fields?.find(({ name }) => name === step)?.type;
    case 'list':
      return isIndex(step) ? type.of : undefined;
    case 'bytes':
      return isIndex(step) ? { kind: 'number' } : undefined;
    case 'map':
      return typeof step === 'number' ? undefined : type.of;
    default:
      return undefined;
  }
}

function isIndex(step: PathStep): boolean {
  return step === anyKey || (typeof step === 'number' && Number.isSafeInteger(step) && step >= 0);
}

/**
 * Returns the requests whose input has this top-level field. Used for messages such as "The field exists in
 * ExecProcessRequest", and for policy functions, where the request is unknown.
 */
export function requestsWith(field: string): readonly string[] {
  return inputRequests.filter((request) => requestFields(request)?.some(({ name }) => name === field) === true);
}
