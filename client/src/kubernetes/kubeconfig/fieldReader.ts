/** Reads the fields of one entry. If a type is wrong, the message contains the field name but never the value. */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getValue, type JsonObject } from '#core/common/json.ts';

/** Thrown to stop reading one entry. The message is shown after the name of the entry. */
export class InvalidFieldError extends Error {}

export class FieldReader {
  readonly #value: JsonObject;
  readonly #path: string;

  /**
   * @param path name of the mapping in messages
   * @throws InvalidFieldError if the value isn't a mapping
   */
  constructor(value: unknown, path: string) {
    if (!isJsonObject(value))
      throw new InvalidFieldError(value === undefined ? missingField(path) : l10n.t`${path} isn't a mapping`);
    this.#value = value;
    this.#path = path;
  }

  /**
   * Returns the string in a field. Returns undefined if the field is missing, null, or empty, because Kubernetes treats
   * these the same.
   */
  text(name: string): string | undefined {
    const value = this.#at(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string') throw new InvalidFieldError(l10n.t`${this.#pathOf(name)} isn't a string`);
    return value;
  }

  flag(name: string): boolean | undefined {
    const value = this.#at(name);
    if (value !== undefined && typeof value !== 'boolean')
      throw new InvalidFieldError(l10n.t`${this.#pathOf(name)} isn't a boolean`);
    return value;
  }

  list(name: string): readonly unknown[] {
    const value = this.#at(name) ?? [];
    if (!Array.isArray(value)) throw new InvalidFieldError(l10n.t`${this.#pathOf(name)} isn't a list`);
    return value;
  }

  texts(name: string): readonly string[] {
    return this.list(name).map((item) => {
      if (typeof item !== 'string') throw new InvalidFieldError(l10n.t`${this.#pathOf(name)} isn't a list of strings`);
      return item;
    });
  }

  /** Returns the fields of a nested mapping, or undefined if it doesn't exist. */
  below(name: string): FieldReader | undefined {
    const value = this.#at(name);
    return value === undefined ? undefined : new FieldReader(value, `${this.#path}.${name}`);
  }

  get names(): readonly string[] {
    return Object.keys(this.#value);
  }

  #at(name: string): unknown {
    return getValue(this.#value, name) ?? undefined;
  }

  #pathOf(name: string): string {
    return `${this.#path}.${name}`;
  }
}

/** Describes a missing field. The text is shown after the name of a kubeconfig entry and a colon. */
export function missingField(path: string): string {
  return l10n.t({
    message: 'missing {0}',
    args: [path],
    comment: [
      'A problem of a kubeconfig entry, after the name of the entry and a colon. {0} is a field, such as cluster.server.',
    ],
  });
}
