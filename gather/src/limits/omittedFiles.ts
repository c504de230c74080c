/** Describes the files that a report omits because it reached a limit for the whole source. */
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import { formatNumber } from '#core/text/grammar.ts';
import { cutText, sanitizeLiteral } from '#core/text/sanitize.ts';
import type { LimitedResource } from './budget.ts';
import type { Totals } from './limits.ts';

export class OmittedFiles {
  readonly #totals: Totals;
  /** The first omitted file and the number of omitted files, by resource. */
  readonly #files = new Map<LimitedResource, { readonly first: string; count: number }>();

  constructor(totals: Totals) {
    this.#totals = totals;
  }

  note(what: LimitedResource, path: string): void {
    const files = this.#files.get(what) ?? { first: cutText(sanitizeLiteral(path), 200), count: 0 };
    this.#files.set(what, files);
    files.count += 1;
  }

  has(what: LimitedResource): boolean {
    return this.#files.has(what);
  }

  /** Returns the exhausted resource that a file requires. Returns undefined if the file can be read. */
  blocks(kind: 'log' | 'objects'): LimitedResource | undefined {
    return [...this.#files.keys()].find((what) => what === 'cpu' || (what === 'logBytes') === (kind === 'log'));
  }

  /** Returns two sentences for each exhausted resource. */
  words(): readonly string[] {
    return Array.from(this.#files, ([what, { first, count }]) => {
      const left =
        what === 'cpu'
          ? l10n.t`The report omits ${first} and all files after it.`
          : l10n.t`The report omits ${formatCount(count, 'file')}, starting with ${first}.`;
      return `${this.#covered(what)} ${left}`;
    });
  }

  #covered(what: LimitedResource): string {
    const { logBytes, objectBytes, documents, objects, keptBytes } = this.#totals;
    const words: Readonly<Record<LimitedResource, string>> = {
      logBytes: l10n.t`The report covers only the first ${gibibytes(logBytes)} GiB of logs.`,
      objectBytes: l10n.t`The report covers only the first ${gibibytes(objectBytes)} GiB of files with objects.`,
      documents: l10n.t`The report covers only the first ${formatNumber(documents)} YAML documents.`,
      objects: l10n.t`The report covers only the first ${formatNumber(objects)} objects.`,
      keptBytes: l10n.t`The report covers only the objects that fit in ${Math.round(keptBytes / 2 ** 20)} MiB of memory.`,
      cpu: l10n.t`The report covers only the files that were read before the CPU time limit for a must-gather of this size was reached.`,
    };
    return words[what];
  }
}

function gibibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 30);
}
