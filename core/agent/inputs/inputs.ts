/** What stands where in `input`: the fields and types of each request, followed along a path. */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';
import { messageNotations } from './inputMessages.ts';
import { fieldsIn, type InputField, type InputType, type Notation } from './inputType.ts';
import { fieldWords } from './fieldTexts.ts';
import { policyCopyFile, requestNotations } from './requestInputs.ts';

/** Any index or key: `input.storages[_]`, `input.storages[i]`. */
export const anyKey = Symbol.for('any key of input');

/** One step of a path: a name or key, an index, or any. */
export type PathStep = string | number | typeof anyKey;

/** What agents show of CopyFileRequest: the message itself, the agent's own extract of it, or it is not known which. */
export type CopyFileInput = 'message' | 'extract' | 'depends';

/** What a path leads to. */
export interface InputPlace {
  readonly type: InputType;
  /** Its fields, where it is a message. */
  readonly fields?: readonly InputField[];
}

const copyFileName = 'CopyFileRequest';
const words = (message: string) => (field: string) => {
  const key = `${message}.${field}`;
  return Object.hasOwn(fieldWords, key) ? fieldWords[key] : undefined;
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
  const olderOnly = mark(message, () => l10n.t`agents before Kata 3.29.0`).filter(({ name }) => !both.has(name));
  return {
    message,
    extract,
    depends: [...mark(extract, () => l10n.t`agents in Kata 3.29.0 and later, and in OSC 1.12`), ...olderOnly],
  };
}

/** The names of all requests whose input is known. */
export const inputRequests: readonly string[] = [...requests.keys()];

/** The names of the messages inside of them. */
export const inputMessages: readonly string[] = [...messages.keys()];

/** The fields of `input` itself; empty for requests without any, undefined for requests that are not known. */
export function requestFields(request: string, copyFile: CopyFileInput = 'depends'): readonly InputField[] | undefined {
  return request === copyFileName ? copyFiles[copyFile] : requests.get(request);
}

/** The fields of a message by its name, such as `Process`. */
export function messageFields(message: string): readonly InputField[] | undefined {
  return messages.get(message);
}

/**
 * What `input` followed by the path is, in a request: `['storages', anyKey, 'driver']` is a string.
 * Undefined where the path leads to nothing that is known: a wrong name, a field of a string, any field of a message.
 */
export function findInputField(
  request: string,
  path: readonly PathStep[],
  copyFile: CopyFileInput = 'depends',
): InputPlace | undefined {
  const fields = requestFields(request, copyFile);
  if (fields === undefined) return undefined;
  let place: InputPlace = { type: { kind: 'message', name: request }, fields };
  for (const step of path) {
    const type = stepInto(place, step);
    if (type === undefined) return undefined;
    place = placeOf(type);
  }
  return place;
}

function placeOf(type: InputType): InputPlace {
  const fields = type.kind === 'message' ? messages.get(type.name) : undefined;
  return fields === undefined ? { type } : { type, fields };
}

function stepInto({ type, fields }: InputPlace, step: PathStep): InputType | undefined {
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
 * Requests in whose input this top-level name is known: for messages such as "`process` is of ExecProcessRequest",
 * and for functions of a policy, where it is not certain which request is asked for.
 */
export function requestsWith(field: string): readonly string[] {
  return inputRequests.filter((request) => requestFields(request)?.some(({ name }) => name === field) === true);
}
