import * as l10n from '@vscode/l10n';
import { findKataConfigKey, kataConfigKeys, listKataConfigKeys, rejectsUnknownKeys } from '#core/kata/configuration.ts';
import { isReadIn, kataRuntimeTitles, type KataRuntimeName } from '#core/annotations/kataVersions.ts';
import type { KataConfigKey } from '#core/kata/configurationKey.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import type { Finding, Fix } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { KataSetting, UnknownEntry } from '../document.ts';
import { defineKataConfigRule, kataConfigFiles, type KataConfigContext } from '../kataConfigRule.ts';
import { exampleFile, goReader, headerOf, messageOf, nameRange, rustAgent, rustHypervisor, tableOf } from './shared.ts';

const rustHead = '[runtime]\nname = "virt_container"\nhypervisor_name = "qemu"\nagent_name = "kata"\n\n';

export default defineKataConfigRule({
  id: 'kata-config-unknown-key',
  title: () => l10n.t`Unknown key in a Kata configuration file`,
  severity: 'warning',
  appliesTo: kataConfigFiles,
  language: 'toml',
  why: () =>
    l10n.t`Kata ignores an unknown key, so the default of the intended key applies. The Go runtime logs unknown keys only for files in \`config.d\`. The severity is warning.

runtime-rs rejects unknown keys in \`[agent.<name>]\`, \`[agent.<name>.mem_agent]\`, and \`[hypervisor.<name>.factory]\`. It then can't read the file, so pods of this runtime class don't start. The severity is error.

If the Kata version isn't known, the severity is information for a key that only some versions read.

Correct the name, or remove the key.`,
  source: [goReader, rustAgent, rustHypervisor],
  *check(context) {
    for (const place of context.document.unknown) yield unknownPlace(place);
    for (const setting of context.document.settings) {
      const key = findKataConfigKey(setting.table, setting.name);
      if (key === undefined) yield unknownKey(setting, context);
      else yield* otherVersion(setting, key, context);
    }
  },
  examples: () => [
    {
      avoid: '[hypervisor.qemu]\ndefualt_memory = 4096\n# <-------------- want\n',
      prefer: '[hypervisor.qemu]\ndefault_memory = 4096\n',
      fileName: exampleFile,
    },
    {
      avoid: `${rustHead}[agent.kata]\ndial_timout_ms = 100\n# <-------------- want\n`,
      prefer: `${rustHead}[agent.kata]\ndial_timeout_ms = 100\n`,
      fileName: exampleFile,
    },
    {
      avoid: '[hypervisor.qemu]\nfile_mem_backend = ""\n# <---------------- want\n',
      prefer: '[hypervisor.qemu]\ndefault_memory = 4096\n',
      fileName: exampleFile,
    },
  ],
});

const tables = ['hypervisor', 'agent', 'runtime', 'factory'];

function unknownPlace({ name, start, end, isTable }: UnknownEntry): Finding {
  const meant = isTable ? findNearestName(name, tables) : undefined;
  const shown = sanitizeQuote(name);
  const problem = isTable
    ? l10n.t('Kata ignores the unknown table "{0}".', shown)
    : l10n.t('Kata ignores the key "{0}" because it isn\'t in a table.', shown);
  return {
    start,
    end,
    severity: 'warning',
    message: messageOf(problem, meant === undefined ? '' : l10n.t('Did you mean "{0}"?', meant.name)),
  };
}

function unknownKey(setting: KataSetting, { document, runtimes }: KataConfigContext): Finding {
  const { name, table, owner, key } = setting;
  const known = listKataConfigKeys(table, runtimes);
  const meant = findNearestName(
    name,
    known.map((each) => each.name),
  );
  const range = nameRange(document.text, setting);
  const isRejected = runtimes.every((runtime) => runtime === 'rust') && rejectsUnknownKeys(table);
  const fixes: Fix[] =
    meant === undefined || range === undefined || isSet(document.settings, setting, meant.name)
      ? []
      : [{ title: l10n.t`Rename to ${meant.name}`, edits: [{ ...range, text: meant.name }], sure: meant.sure }];
  return {
    start: key.start,
    end: key.end,
    severity: isRejected ? 'error' : 'warning',
    message: messageOf(
      isRejected
        ? l10n.t(
            'runtime-rs rejects the unknown key "{0}" in {1}, so pods of this runtime class don\'t start.',
            sanitizeQuote(name),
            headerOf(table, owner),
          )
        : l10n.t('Kata ignores the unknown key "{0}" in {1}.', sanitizeQuote(name), headerOf(table, owner)),
      meant === undefined ? elsewhere(setting, runtimes) : l10n.t('Did you mean "{0}"?', meant.name),
    ),
    fixes,
  };
}

function isSet(settings: readonly KataSetting[], { table, owner }: KataSetting, name: string): boolean {
  return settings.some((other) => other.table === table && other.owner === owner && other.name === name);
}

/** Returns a sentence that names the table in which Kata reads a key with this name. */
function elsewhere({ name, owner }: KataSetting, runtimes: readonly KataRuntimeName[]): string {
  const other = kataConfigKeys.find(
    (each) => each.name === name && runtimes.some((runtime) => each[runtime] !== undefined),
  );
  return other === undefined
    ? ''
    : l10n.t('Kata reads this key in {0}.', headerOf(other.table, owner === '' ? '<name>' : owner));
}

/** Reports a key that the Kata version doesn't read. */
function* otherVersion(
  setting: KataSetting,
  key: KataConfigKey,
  { runtimes, version, document }: KataConfigContext,
): Generator<Finding> {
  const [runtime] = runtimes;
  const versions = runtime === undefined || runtimes.length > 1 ? undefined : key[runtime];
  if (runtime === undefined || versions === undefined) return;
  const isRead = isReadIn(versions, version);
  const { since, until } = versions;
  // A template belongs to the version that contains it.
  if (isRead === true || (version === undefined && until === undefined && document.isTemplate)) return;
  const title = kataRuntimeTitles[runtime];
  const { name } = key;
  yield {
    start: setting.key.start,
    end: setting.key.end,
    severity: version === undefined ? 'info' : 'warning',
    message:
      version !== undefined
        ? l10n.t('Kata {0} ignores {1} in {2} ({3}).', version, name, tableOf(setting), title)
        : until === undefined
          ? l10n.t('Kata versions before {0} ignore {1} in {2} ({3}).', since ?? '', name, tableOf(setting), title)
          : l10n.t('Kata {0} and later ignore {1} in {2} ({3}).', until, name, tableOf(setting), title),
  };
}
