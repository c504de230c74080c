/** Texts that were shown, by their uris: what was last said stays, for when it cannot be made anew. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { markdownCode } from '../../../core/live/markdownText.ts';
import type { TextPlace } from './texts.ts';
import { timeOfDay } from './words.ts';

export interface KeptTextsParts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly make: (place: TextPlace) => string | undefined;
  readonly isOpen: (context: string) => boolean;
}

interface Kept {
  readonly place: TextPlace;
  /** As last made, and when. */
  made?: { readonly text: string; readonly at: number };
  /** What VS Code was given; undefined: it has no document of it. */
  shown?: string;
}

/** So many that nobody reads any more are kept. */
const most = 50;

export class KeptTexts {
  readonly #parts: KeptTextsParts;
  /** The one that was used last is the last. */
  readonly #kept = new Map<string, Kept>();

  constructor(parts: KeptTextsParts) {
    this.#parts = parts;
  }

  /** It is about to be shown. */
  keep(key: string, place: TextPlace): void {
    this.#say(this.#use(key, place));
  }

  /** It is shown. A uri that is not kept (any more) does as well: VS Code remembers previews. */
  read(key: string, place: TextPlace): string {
    const kept = this.#use(key, place);
    kept.shown = this.#say(kept);
    return `${kept.shown}${this.#footer(kept)}`;
  }

  closed(key: string): void {
    const kept = this.#kept.get(key);
    if (kept !== undefined) delete kept.shown;
  }

  /** The clusters of which one is open. */
  get contexts(): readonly string[] {
    return [...this.#kept.values()].flatMap(({ place, shown }) => (shown === undefined || place.context === '' ? [] : place.context));
  }

  /** Those that are open and would be another text now. */
  changed(): readonly string[] {
    return [...this.#kept].flatMap(([key, kept]) => (kept.shown === undefined || this.#say(kept) === kept.shown ? [] : key));
  }

  #use(key: string, place: TextPlace): Kept {
    const kept = this.#kept.get(key) ?? { place };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    for (const [old, { shown }] of this.#kept) {
      if (this.#kept.size <= most) break;
      if (shown === undefined && old !== key) this.#kept.delete(old);
    }
    return kept;
  }

  /** A preview that VS Code no longer tells of changes says at least how old it is. */
  #footer({ made, shown }: Kept): string {
    if (made === undefined || made.text !== shown) return '';
    const { now } = this.#parts;
    return `\n_${l10n.t`As of ${timeOfDay(made.at, now())}; written anew when something changes.`}_\n`;
  }

  #say(kept: Kept): string {
    const { now, make, isOpen } = this.#parts;
    const { context } = kept.place;
    const text = make(kept.place);
    if (text !== undefined) {
      kept.made = { text, at: now() };
      return text;
    }
    const cluster = markdownCode(context);
    if (kept.made === undefined) {
      return isOpen(context)
        ? `${l10n.t`The view Clusters does not show this of ${cluster} now. Look for it there.`}\n`
        : `${l10n.t`${cluster} is not open. Open it in the view Clusters, then open this again.`}\n`;
    }
    // The tree forgets what it does not show; the cluster is there all the same.
    return isOpen(context) ? kept.made.text : `> ${l10n.t`${cluster} is not open any more. As of ${timeOfDay(kept.made.at, now())}:`}\n\n${kept.made.text}`;
  }
}
