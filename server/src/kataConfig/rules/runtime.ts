import * as l10n from '@vscode/l10n';
import {
  findKataConfigKey,
  findReplacement,
  type KataConfigReplacement,
  rejectsUnknownKeys,
  rustBlockDrivers,
} from '#core/kata/configuration.ts';
import type { KataConfigKey } from '#core/kata/configurationKey.ts';
import { formatList, selectPlural } from '#core/text/grammar.ts';
import type { Finding, Fix } from '#server/engine/findings/rule.ts';
import type { KataSetting } from '../document.ts';
import { defineKataConfigRule, kataConfigFiles, type KataConfigContext } from '../kataConfigRule.ts';
import {
  exampleFile,
  headerOf,
  isTrue,
  messageOf,
  migration,
  nameRange,
  notRead,
  rustAgent,
  rustHypervisor,
  rustRuntime,
  stringOf,
  tableOf,
} from './shared.ts';

const rustHead = '[runtime]\nname = "virt_container"\nhypervisor_name = "qemu"\nagent_name = "kata"\n\n';

export default defineKataConfigRule({
  id: 'kata-config-runtime',
  title: () => l10n.t`Key of the other Kata runtime`,
  severity: 'warning',
  appliesTo: kataConfigFiles,
  language: 'toml',
  why: () =>
    l10n.t`Kata has two runtimes, which read configuration files with similar but different keys: the Go runtime, and runtime-rs, which is written in Rust. A file belongs to runtime-rs if it sets \`hypervisor_name\`, or if its path contains \`runtime-rs\`.

A runtime usually ignores the keys of the other runtime, so the severity is warning. In \`[agent.<name>]\` and \`[hypervisor.<name>.factory]\`, runtime-rs rejects keys that it doesn't know. It also requires \`name\`, \`hypervisor_name\`, and \`agent_name\` in \`[runtime]\`, and rejects \`enable_guest_swap = true\` with QEMU. Pods of this runtime class then don't start, so the severity is error.

The required keys can also be in a file in \`config.d\`.`,
  source: [migration, rustAgent, rustHypervisor, rustRuntime],
  *check(context) {
    const { document, runtimes } = context;
    const [runtime] = runtimes;
    if (document.problems.length > 0 || runtime === undefined || runtimes.length > 1) return;
    for (const setting of document.settings) {
      const key = findKataConfigKey(setting.table, setting.name);
      if (key === undefined) continue;
      if (key[runtime] === undefined) yield runtime === 'rust' ? goOnly(setting, key, context) : rustOnly(setting);
      else if (runtime === 'rust') yield* rejectedValue(setting, context);
    }
    if (runtime === 'rust') yield* missingKeys(context);
  },
  examples: () => [
    {
      avoid: `${rustHead}[hypervisor.qemu]\nseccompsandbox = ""\n# <-------------- want\n`,
      prefer: `${rustHead}[hypervisor.qemu]\nseccomp_sandbox = ""\n`,
      fileName: exampleFile,
    },
    {
      avoid: `${rustHead}[agent.kata]\ndial_timeout = 45\n# <------------ want\n`,
      prefer: `${rustHead}[agent.kata]\ndial_timeout_ms = 45000\n`,
      fileName: exampleFile,
    },
    {
      avoid: '[runtime]\n#^^^^^^^ want\nhypervisor_name = "qemu"\nagent_name = "kata"\n',
      prefer: rustHead,
      fileName: exampleFile,
    },
  ],
});

function at({ key }: KataSetting): Pick<Finding, 'start' | 'end'> {
  return { start: key.start, end: key.end };
}

function rustOnly(setting: KataSetting): Finding {
  return {
    ...at(setting),
    severity: 'warning',
    message: messageOf(
      l10n.t('{0} in {1} is a key of runtime-rs.', setting.name, tableOf(setting)),
      l10n.t`The Go runtime ignores it.`,
    ),
  };
}

function goOnly(setting: KataSetting, key: KataConfigKey, { document }: KataConfigContext): Finding {
  const replacement = findReplacement(key);
  const isRejected = rejectsUnknownKeys(setting.table);
  // Only the source code shows that runtime-rs reads other names.
  const isUnverified = setting.name.startsWith('remote_');
  const range = nameRange(document.text, setting);
  const fixes: Fix[] =
    replacement?.change === 'renamed' && range !== undefined && !isUnverified
      ? [{ title: l10n.t`Rename to ${replacement.name}`, edits: [{ ...range, text: replacement.name }], sure: true }]
      : [];
  return {
    ...at(setting),
    severity: isRejected ? 'error' : isUnverified ? 'info' : 'warning',
    message: messageOf(
      isRejected
        ? l10n.t(
            "runtime-rs rejects {0} in {1}, a key of the Go runtime, so pods of this runtime class don't start.",
            setting.name,
            tableOf(setting),
          )
        : isUnverified
          ? l10n.t('According to its source code, runtime-rs ignores {0} in {1}.', setting.name, tableOf(setting))
          : l10n.t('runtime-rs ignores {0} in {1}, a key of the Go runtime.', setting.name, tableOf(setting)),
      replacement === undefined ? '' : adviceFor(replacement, setting.owner),
    ),
    fixes,
  };
}

function adviceFor({ table, name, change }: KataConfigReplacement, owner: string): string {
  switch (change) {
    case 'renamed':
      return l10n.t('runtime-rs reads {0}.', name);
    case 'moved':
      return l10n.t('Move it to {0}.', headerOf(table, owner === '' ? (table === 'agent' ? 'kata' : '<name>') : owner));
    case 'unit':
      return l10n.t('Use {0}, in milliseconds.', name);
    case 'type':
      return l10n.t('Use {0}, with a name such as "{1}".', name, 'info');
    case 'form':
      return l10n.t('Use {0}.', 'experimental = ["force_guest_pull"]');
    default:
      return change satisfies never;
  }
}

/** Reports values that runtime-rs rejects. */
function* rejectedValue(setting: KataSetting, { document, others }: KataConfigContext): Generator<Finding> {
  const { start, end } = setting.range;
  if (setting.table !== 'hypervisor') return;
  if (setting.name === 'enable_guest_swap' && setting.owner === 'qemu' && isTrue(setting)) {
    const name = [document, ...others].flatMap(({ settings }) => settings).find(isHypervisorName);
    if (name !== undefined && stringOf(name) !== 'qemu') return;
    yield {
      start,
      end,
      severity: 'error',
      message: messageOf(l10n.t('runtime-rs rejects enable_guest_swap = true with QEMU.'), notRead()),
    };
  }
  const driver = setting.name === 'block_device_driver' ? stringOf(setting) : undefined;
  const right = driver !== undefined && Object.hasOwn(rustBlockDrivers, driver) ? rustBlockDrivers[driver] : undefined;
  if (driver === undefined || right === undefined) return;
  yield {
    start,
    end,
    severity: 'warning',
    message: messageOf(
      l10n.t('"{0}" is a driver of the Go runtime.', driver),
      driver === 'virtio-blk'
        ? l10n.t('For runtime-rs, use {0}.', '"virtio-blk-pci", "virtio-blk-ccw" (IBM Z), "virtio-blk-mmio"')
        : l10n.t('For runtime-rs, use {0}.', `"${right}"`),
    ),
    fixes: [{ title: l10n.t`Change to ${`"${right}"`}`, edits: [{ start, end, text: `"${right}"` }], sure: false }],
  };
}

const isHypervisorName = ({ table, name }: KataSetting): boolean => table === 'runtime' && name === 'hypervisor_name';

const required = ['name', 'hypervisor_name', 'agent_name'];

/** Reports keys that runtime-rs requires. Only the main file must be complete, together with its drop-ins. */
function* missingKeys({ document, others, role }: KataConfigContext): Generator<Finding> {
  if (role === 'dropIn' || others.some(({ problems }) => problems.length > 0)) return;
  const set = new Set(
    [document, ...others].flatMap(({ settings }) =>
      settings.filter(({ table }) => table === 'runtime').map(({ name }) => name),
    ),
  );
  const missing = required.filter((name) => !set.has(name));
  if (missing.length === 0) return;
  const header = document.tables.find(({ path }) => path[0] === 'runtime') ?? document.tables[0];
  yield {
    start: header?.range.start ?? 0,
    end: header?.range.end ?? Math.min(1, document.text.length),
    severity: 'error',
    message: messageOf(
      selectPlural(
        missing.length,
        l10n.t('{0} is missing in [runtime].', formatList(missing)),
        l10n.t('{0} are missing in [runtime].', formatList(missing)),
      ),
      selectPlural(
        missing.length,
        l10n.t("runtime-rs requires it, so pods of this runtime class don't start."),
        l10n.t("runtime-rs requires them, so pods of this runtime class don't start."),
      ),
    ),
  };
}
