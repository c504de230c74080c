/**
 * Describes a detail page as data: one layout for every object. Builders make it from what is known of a cluster, and
 * the page in the webview draws it. All texts are plain text, in which backticks mark code. Text from a cluster never
 * becomes HTML, and a link runs nothing but an action of this data.
 */
import type { DocSection } from '#core/product/docSection.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';

/** Says how much attention something needs. `stale`: it was so when the cluster last answered. */
export type Tone = 'ok' | 'busy' | 'attention' | 'failed' | 'unknown' | 'stale';

/** What commands get when a page runs them: the same as from a row of the tree. */
export interface PageTarget {
  /** The context of the kubeconfig. */
  readonly context: string;
  readonly object?: ObjectReference;
}

/** What a button or a link does. */
export type PageEffect =
  | { readonly kind: 'command'; readonly command: PageCommand; readonly target: PageTarget }
  /** Shows the page of a row of the tree. */
  | { readonly kind: 'row'; readonly id: string }
  /** Moves to a section of the same page. */
  | { readonly kind: 'section'; readonly section: string }
  /** The owner of the page does it. */
  | { readonly kind: 'own'; readonly name: OwnAction };

/** The commands that pages run. */
export const pageCommands = [
  'osc.object.openYaml',
  'osc.object.explain',
  'osc.logs.show',
  'osc.logs.ofPod',
  'osc.metrics.show',
  'osc.workload.sandbox',
  'osc.workload.isSandboxed',
  'osc.kata.install',
  'osc.peerpods.configure',
  'osc.peerpods.enterCredentials',
  'osc.logs.imageJob',
  'osc.kata.update',
  'osc.kata.uninstall',
  'osc.kata.resetLogLevel',
  'osc.procedure.goOn',
  'osc.procedure.stop',
  'osc.procedure.abandon',
  'osc.procedure.dismiss',
  'osc.cluster.check',
  'osc.cluster.logIn',
  'osc.cluster.refresh',
  'osc.clusters.show',
] as const;
export type PageCommand = (typeof pageCommands)[number];

type OwnAction = 'checkAgain' | 'export';

/** A button, or a link beside a value. */
export interface DetailAction {
  readonly label: string;
  /** For assistive technology, where the label alone isn't enough. Contains the label. */
  readonly name?: string;
  readonly primary?: true;
  readonly effect: PageEffect;
}

/** A state as a word with an icon, and a few words about it. */
export interface DetailState {
  readonly tone: Tone;
  readonly word: string;
  readonly headline?: string;
}

export interface DetailPage {
  readonly type: 'detail';
  /** The kind of the object: `Node`. */
  readonly kind: string;
  readonly title: string;
  /** Where the object is: the cluster, and the namespace if it has one. */
  readonly place: string;
  readonly state: DetailState;
  /** How old the page is: `Live`, or when the cluster last answered and why it doesn't. */
  readonly freshness: { readonly isLive: boolean; readonly words: string };
  /** Why it is so: paragraphs. */
  readonly cause: readonly string[];
  /** What happens next without the user. */
  readonly next?: string;
  /** What the user can do. */
  readonly todo?: string;
  readonly docs?: DocSection;
  readonly actions: readonly DetailAction[];
  readonly sections: readonly DetailSection[];
  /**
   * What the page is about. The page keeps it, and hands it back after the window is reloaded. Undefined: the page
   * isn't restored.
   */
  readonly identity?: PageIdentity;
  /** The section that a command asked for, and how many times a command has asked for one. */
  readonly request?: { readonly section: string; readonly count: number };
}

/** What a page is about, and what it shows until that is known again. */
export interface PageIdentity extends PageTarget {
  /** The row of the tree. Undefined: the page is about the object. */
  readonly row?: string;
  readonly kind: string;
  readonly title: string;
  readonly place: string;
}

interface SectionHead {
  /** Unique on the page, and stable: what the user has expanded stays expanded. */
  readonly id: string;
  readonly title: string;
  /** A sentence below the title. */
  readonly note?: string;
}

export type DetailSection =
  | (SectionHead & { readonly kind: 'timeline'; readonly entries: readonly TimelineView[] })
  | (SectionHead & { readonly kind: 'events'; readonly entries: readonly EventView[] })
  | (SectionHead & { readonly kind: 'facts'; readonly rows: readonly FactView[] })
  | (SectionHead & { readonly kind: 'checks'; readonly items: readonly CheckView[] })
  | (SectionHead & {
      readonly kind: 'table';
      readonly heads: readonly string[];
      readonly rows: readonly (readonly CellView[])[];
      readonly isFolded: boolean;
    })
  /** @property summary the line that expands it; undefined: it is the YAML of the object */
  | (SectionHead & { readonly kind: 'code'; readonly text: string; readonly summary?: string });

/** Something that happened. */
export interface TimelineView {
  /** `10:41`, or a span. */
  readonly time: string;
  /** Which object, if the page is about several. */
  readonly name?: string;
  readonly words: string;
}

export interface EventView {
  readonly isWarning: boolean;
  readonly reason: string;
  readonly message: string;
  /** `10:41, 5 times`. */
  readonly time: string;
  /** Which object, if the page is about several. */
  readonly name?: string;
}

/** A piece of evidence: a name and a value, or a sentence. */
export interface FactView {
  readonly label?: string;
  readonly value: string;
  readonly state?: DetailState;
  readonly links?: readonly DetailAction[];
}

/** One check of a report. */
export interface CheckView {
  readonly id: string;
  readonly state: DetailState;
  readonly title: string;
  readonly headline: string;
  /** Paragraphs: what it means, why it matters. */
  readonly paragraphs: readonly string[];
  readonly evidence: readonly string[];
  readonly todo?: string;
  readonly docs?: DocSection;
  /** One line that expands. Otherwise everything is visible. */
  readonly isFolded: boolean;
}

export interface CellView {
  readonly text: string;
  readonly state?: DetailState;
}

/** Identifies an effect in messages of the page. Equal effects have equal keys. */
export function effectKey(effect: PageEffect): string {
  return JSON.stringify(effect);
}

/** Returns what a key means on this page. Undefined if the page shows no such button or link: then nothing runs. */
export function effectOf(page: DetailPage, key: string): PageEffect | undefined {
  const inSections = page.sections.flatMap((section) =>
    section.kind === 'facts' ? section.rows.flatMap(({ links = [] }) => links) : [],
  );
  return [...page.actions, ...inSections].map(({ effect }) => effect).find((effect) => effectKey(effect) === key);
}

/** What the page sends: the key of an effect. */
export interface DetailMessage {
  readonly type: 'run';
  readonly key: string;
}
