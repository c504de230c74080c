/** Reads the fields of one entry; what is of the wrong type is said by the name of the field, never by its value. */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getValue, type JsonObject } from '#core/common/json.ts';

/** Leaves the reading of one entry. Its message follows the name of the entry. */
export class InvalidFieldError extends Error {}

export class FieldReader {
  readonly #value: JsonObject;
  readonly #path: string;

  /** @param path how messages name the map itself. Throws WrongField when it is none. */
  constructor(value: unknown, path: string) {
    if (!isJsonObject(value))
      throw new InvalidFieldError(value === undefined ? noField(path) : l10n.t`${path} isn't a mapping`);
    this.#value = value;
    this.#path = path;
  }

  /** Undefined where it is missing, null or empty: Kubernetes takes these for the same. */
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

  /** The fields of a map below this one; undefined where there is none. */
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

function noField(path: string): string {
  return l10n.t({
    message: 'missing {0}',
    args: [path],
    comment: ['Stands alone, after the name of an entry of a kubeconfig and a colon.'],
  });
}
