/** Generates docs/settings.md from the settings in package.json. */
import { inWords, type Strings } from '../lib/manifestStrings.ts';
import { createPage, createTable } from './markdown.ts';

interface Manifest {
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, Setting>> } };
}

interface Setting {
  readonly type: string;
  readonly default: unknown;
  readonly scope: string;
  readonly order?: number;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, { readonly enum: readonly string[] }>>;
}

/** Sections with the beginnings of the IDs of their settings, and text below their table. */
const sections: readonly { readonly title: string; readonly settings: readonly string[]; readonly text?: string }[] = [
  {
    title: 'Files',
    settings: [
      'osc.release',
      'osc.kataVersion',
      'osc.rules',
      'osc.workspace.',
      'osc.codeLens.',
      'osc.inlayHints.',
      'osc.kubernetesFields',
    ],
    text: [
      'The following example changes the severity of a rule, disables another one, and excludes a folder. [Rules](rules/README.md) lists the IDs and the default severities.',
      '',
      '```json',
      '{',
      '  "osc.rules": { "kataconfig-reboot": "info", "kataconfig-loglevel-debug": "off" },',
      '  "osc.workspace.exclude": ["generated/"]',
      '}',
      '```',
    ].join('\n'),
  },
  {
    title: 'Clusters',
    settings: ['osc.kubeconfig', 'osc.readOnly', 'osc.notifications', 'osc.preflight.', 'osc.prometheus.', 'osc.demo.'],
  },
  { title: 'Must-gathers and logs', settings: ['osc.oc.', 'osc.mustGather.'] },
  { title: 'Edge hosting', settings: ['osc.edge.'] },
  { title: 'Language server', settings: ['osc.trace.'] },
];

const scopes: Readonly<Record<string, string>> = {
  resource: 'user, remote, workspace, or folder settings',
  window: 'user, remote, or workspace settings',
  machine:
    'user settings or, in a remote window (SSH, Dev Spaces, code-server), the _Remote_ tab of the Settings editor. Not in a workspace',
  application: 'user settings. Not in a workspace',
};

/** Sentence of the Settings editor that the table of scopes replaces. */
const remoteHint = ' In a remote window, set it on the *Remote* tab of the settings.';

/**
 * Returns the page.
 * @param manifest content of package.json
 * @param english content of package.nls.json
 * @throws Error if a setting belongs to no section or to several
 */
export function settingsPage(manifest: string, english: Strings): string {
  const { properties } = (JSON.parse(manifest) as Manifest).contributes.configuration;
  const settings = Object.entries(inWords(properties, english));
  const idsOf = (starts: readonly string[]) => settings.filter(([id]) => starts.some((start) => id.startsWith(start)));
  for (const [id] of settings)
    if (sections.filter(({ settings: starts }) => starts.some((start) => id.startsWith(start))).length !== 1)
      throw new Error(`${id} must be in one section of scripts/generate/settingsPage.ts`);
  return createPage([
    '# Settings',
    'This page lists the settings of the extension. To change a setting, open the Settings editor of VS Code (Ctrl+, or Cmd+, on a Mac), and search for `osc.`. For the settings of the language server in other editors, see [Other editors](editors.md#settings).',
    'In the tables, the column _scope_ shows where you can change a setting:',
    createTable(['scope', 'where you can set it'], Object.entries(scopes)),
    ...sections.flatMap(({ title, settings: starts, text }) => [
      `## ${title}`,
      createTable(
        ['setting', 'description', 'values', 'default', 'scope'],
        idsOf(starts)
          .toSorted(byPosition)
          .map(([id, setting]) => row(id, setting)),
      ),
      ...(text === undefined ? [] : [text]),
    ]),
  ]);
}

/** Sorts settings as the Settings editor does: first by their order, then by their ID. */
function byPosition([id, { order = Infinity }]: [string, Setting], [otherId, other]: [string, Setting]): number {
  const otherOrder = other.order ?? Infinity;
  return order === otherOrder ? (id < otherId ? -1 : 1) : order - otherOrder;
}

function row(id: string, setting: Setting): readonly string[] {
  const { markdownDescription, description = markdownDescription, scope } = setting;
  if (description === undefined || scopes[scope] === undefined) throw new Error(`${id} has no description or scope`);
  // The Settings editor shows `#id#` as a link.
  const text = description.replace(remoteHint, '').replaceAll(/`#([\w.]+)#`/g, '`$1`');
  return [`\`${id}\``, text, valuesOf(setting), code(setting.default), scope];
}

function valuesOf({ type, enum: choices, minimum, maximum, properties }: Setting): string {
  if (choices !== undefined) return listOf(choices);
  // The ID of each rule has the same values.
  const [rule] = Object.values(properties ?? {});
  if (rule !== undefined) return `for the ID of each [rule](rules/README.md): ${listOf(rule.enum)}`;
  if (minimum !== undefined && maximum !== undefined) return `${type}, ${minimum} to ${maximum}`;
  if (type === 'boolean') return listOf([true, false]);
  return type === 'array' ? 'list of strings' : type;
}

const listOf = (values: readonly unknown[]) => values.map(code).join(', ');

function code(value: unknown): string {
  if (value === '') return 'empty';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
