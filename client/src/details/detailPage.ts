/**
 * Describes a detail page as data, with one layout for every object. Builders create the data from the cluster
 * snapshot, and the webview renders it. All strings are plain text in which backticks mark code. Text from a cluster
 * never becomes HTML, and a link can run only an action from this data.
 */
import type { DocSection } from '#core/product/docSection.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';

/**
 * The amount of attention that a state needs. `stale` means that the state was healthy or in progress when the cluster
 * last responded.
 */
export type Tone = 'ok' | 'busy' | 'attention' | 'failed' | 'unknown' | 'stale';

/** Argument of the commands that a page runs. Tree rows pass the same argument. */
export interface PageTarget {
  /** Kubeconfig context of the cluster. */
  readonly context: string;
  readonly object?: ObjectReference;
}

/** Effect of a button or a link. */
export type PageEffect =
  | { readonly kind: 'command'; readonly command: PageCommand; readonly target: PageTarget }
  /** Shows the page of a tree row. */
  | { readonly kind: 'row'; readonly id: string }
  /** Scrolls to a section of the same page. */
  | { readonly kind: 'section'; readonly section: string }
  /** Copies a text to the clipboard. */
  | { readonly kind: 'copy'; readonly text: string }
  /** Runs an action that the source of the page implements. */
  | { readonly kind: 'own'; readonly name: OwnAction };

/** Commands that pages can run. */
export const pageCommands = [
  'osc.object.openYaml',
  'osc.object.explain',
  'osc.object.events',
  'osc.logs.show',
  'osc.logs.showPods',
  'osc.logs.ofPod',
  'osc.terminal.open',
  'osc.terminal.nodeShell',
  'osc.metrics.show',
  'osc.workload.sandbox',
  'osc.workload.scale',
  'osc.workload.isSandboxed',
  'osc.kata.install',
  'osc.peerpods.configure',
  'osc.peerpods.enterCredentials',
  'osc.logs.imageJob',
  'osc.kata.update',
  'osc.kata.uninstall',
  'osc.kata.resetLogLevel',
  'osc.pool.pause',
  'osc.pool.resume',
  'osc.procedure.goOn',
  'osc.procedure.stop',
  'osc.procedure.abandon',
  'osc.procedure.dismiss',
  'osc.cluster.check',
  'osc.cluster.showPermissions',
  'osc.runbook.create',
  'osc.cluster.logIn',
  'osc.cluster.refresh',
  'osc.clusters.show',
] as const;
export type PageCommand = (typeof pageCommands)[number];

type OwnAction = 'checkAgain' | 'export';

/** A button, or a link next to a value. */
export interface DetailAction {
  readonly label: string;
  /** Accessible name, for labels that aren't sufficient on their own. Contains the label. */
  readonly name?: string;
  readonly primary?: true;
  readonly effect: PageEffect;
}

/** A state: an icon with a word, and an optional headline. */
export interface DetailState {
  readonly tone: Tone;
  readonly word: string;
  readonly headline?: string;
}

export interface DetailPage {
  readonly type: 'detail';
  /** Kind of the object, such as `Node`. */
  readonly kind: string;
  readonly title: string;
  /** Location of the object: the cluster and, if any, the namespace. */
  readonly place: string;
  readonly state: DetailState;
  /** Age of the data. The text is `Live`, or explains when the cluster last responded and why it no longer does. */
  readonly freshness: { readonly isLive: boolean; readonly words: string };
  /** Explanation of the state, as paragraphs. */
  readonly cause: readonly string[];
  /** What happens next without user action. */
  readonly next?: string;
  /** What the user can do to fix the problem or to continue. */
  readonly todo?: string;
  readonly docs?: DocSection;
  readonly actions: readonly DetailAction[];
  readonly sections: readonly DetailSection[];
  /**
   * Subject of the page. The webview stores it and returns it after a reload of the window. If undefined, VS Code
   * doesn't restore the page.
   */
  readonly identity?: PageIdentity;
  /** Section that a command requested, and the number of such requests so far. */
  readonly request?: { readonly section: string; readonly count: number };
}

/** Subject of a page, and the text to show until its data is available again. */
export interface PageIdentity extends PageTarget {
  /** ID of the tree row. If undefined, the page shows the object. */
  readonly row?: string;
  readonly kind: string;
  readonly title: string;
  readonly place: string;
}

interface SectionHead {
  /** Unique on the page and stable, so that expanded sections stay expanded. */
  readonly id: string;
  readonly title: string;
  /** Sentence below the title. */
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
  /** @property summary label of the collapsed section; undefined for the YAML of the object */
  | (SectionHead & { readonly kind: 'code'; readonly text: string; readonly summary?: string });

/** An entry of the timeline. */
export interface TimelineView {
  /** A time such as `10:41`, or a time range. */
  readonly time: string;
  /** Name of the object, if the page shows several. */
  readonly name?: string;
  readonly words: string;
}

export interface EventView {
  readonly isWarning: boolean;
  readonly reason: string;
  readonly message: string;
  /** Explanation of the message, if it is known. */
  readonly explanation?: string;
  /** Times and number of occurrences, such as `10:12 to 10:41, 5 times`. */
  readonly time: string;
  /** Name of the object, if the page shows several. */
  readonly name?: string;
}

/** A piece of evidence: a label with a value, or a sentence. */
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
  /** Paragraphs that explain what the result means and why it matters. */
  readonly paragraphs: readonly string[];
  readonly evidence: readonly string[];
  readonly todo?: string;
  readonly docs?: DocSection;
  /** True if the check is collapsed to one line. */
  readonly isFolded: boolean;
}

export interface CellView {
  readonly text: string;
  readonly state?: DetailState;
}

/** Returns a key that identifies an effect in messages from the page. Equal effects have equal keys. */
export function effectKey(effect: PageEffect): string {
  return JSON.stringify(effect);
}

/**
 * Returns the effect for a key. Returns undefined if the page has no button or link with this key, so that nothing
 * runs.
 */
export function effectOf(page: DetailPage, key: string): PageEffect | undefined {
  const inSections = page.sections.flatMap((section) =>
    section.kind === 'facts' ? section.rows.flatMap(({ links = [] }) => links) : [],
  );
  return [...page.actions, ...inSections].map(({ effect }) => effect).find((effect) => effectKey(effect) === key);
}

/** Message from the page with the key of the effect to run. */
export interface DetailMessage {
  readonly type: 'run';
  readonly key: string;
}
