/**
 * What client and server say to each other beyond the Language Server Protocol.
 * The only file of the server that the client imports.
 */
import type { SeveritySetting } from '../../core/severity.ts';

/** What a client may hand over in `initializationOptions`. All of it is optional: any editor may leave it out. */
export interface InitializationOptions {
  /** The release that files are checked for, where the client has no settings (`workspace/configuration`). */
  readonly release?: string;
  /** Severities by rule, likewise. */
  readonly rules?: Readonly<Record<string, SeveritySetting>>;
  /** What of the workspace is not read, likewise. */
  readonly workspace?: { readonly exclude?: readonly string[] };
  /** Whether there are code lenses and inlay hints, likewise. */
  readonly codeLens?: { readonly enabled?: boolean };
  readonly inlayHints?: { readonly enabled?: boolean };
  /** The client's command that opens the list of completions: run after a key whose values are known. */
  readonly suggestCommand?: string;
  /** The client's commands behind the quick fixes "Open the rule's page". Without it the server shows the page itself. */
  readonly openRulePageCommand?: string;
  /** The client's command that asks for the release to check for: behind code lenses. Without it they only say something. */
  readonly selectReleaseCommand?: string;
  /** What another extension (redhat.vscode-yaml) does with our schema. */
  readonly yamlExtension?: YamlExtensionParams;
}

/** The settings under `osc`, as the client keeps them. */
export interface Settings {
  readonly release?: string;
  readonly rules?: Readonly<Record<string, SeveritySetting>>;
  readonly workspace?: { readonly exclude?: readonly string[] };
  readonly codeLens?: { readonly enabled?: boolean };
  readonly inlayHints?: { readonly enabled?: boolean };
}

/** Server to client, after a file was checked: what it was checked for, and what came of it. */
export const checkedNotification = 'osc/checked';
export interface CheckedParams {
  readonly uri: string;
  readonly version: number;
  /** The release it was checked for: `1.12`. */
  readonly release: string;
  /** How many documents of kinds that we know it holds; 0 means that we have nothing to say of it. */
  readonly manifests: number;
  /** Without hints: editors do not list them either. */
  readonly findings: number;
}

/** Client to server: what another YAML extension now does with our schema; that much is left to it. */
export const yamlExtensionNotification = 'osc/yamlExtension';
export interface YamlExtensionParams {
  /** It is there and has our schema: it also outlines and folds. */
  readonly active: boolean;
  readonly validates: boolean;
  readonly completes: boolean;
  readonly hovers: boolean;
}

/** Client to server: opens the page of a rule (`kataconfig-loglevel`) in the editor. Also a command: `osc.rule.openPage`. */
export const openRulePageCommand = 'osc.rule.openPage';
