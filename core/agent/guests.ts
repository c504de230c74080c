/**
 * Describes the guest of each OSC release: its policy engine, Rego dialect, built-in functions, and CopyFileRequest
 * input. Applies to the guest of peer pods. The guest of pods in a VM on their node is part of RHCOS and depends on the
 * OpenShift release. Source: domain/00-sources.md (version map), 04-agent-policy.md 4.1, 4.2, 10-open-points.md.
 */
import * as l10n from '@vscode/l10n';
import { findRelease, isInForce, newestRelease, type Release } from '../product/releases.ts';
import { adaptor110, adaptor111, adaptor112, all, kataUpstream } from '../product/sources.ts';
import { type Dialect, engineNamed, engineOfKata, type PolicyEngine, type PolicyLimits } from './policyEngines.ts';
import { compareKataVersions, getKataVersion } from '../annotations/kataVersions.ts';
import type { CopyFileInput } from './inputs/inputs.ts';
import type { Message } from '#core/text/message.ts';

/** Guest of an OSC release. */
export interface Guest {
  /** ID of the OSC release. */
  readonly release: string;
  /** Kata release of the guest, if known. */
  readonly kata?: string;
  /** Possible policy engines. Contains a single one if it is known. */
  readonly engines: readonly PolicyEngine[];
  readonly dialect: Dialect | 'depends';
  /** True if the guest has base64.* and base64url.*. */
  readonly base64: boolean | 'depends';
  readonly copyFile: CopyFileInput;
  /** Limits of the possible engines. Undefined if none has limits. */
  readonly limits?: PolicyLimits;
  /** True if every possible engine has these limits. */
  readonly limitsAreSure: boolean;
  /** Reason for these facts, as a sentence for messages. */
  readonly why: Message;
  readonly source: string;
}

interface Known {
  readonly engines: readonly string[];
  readonly copyFile: CopyFileInput;
  readonly why: Message;
  readonly source: string;
}

const payload = 'src/cloud-api-adaptor/podvm-payload/kata-containers';
const changes = kataUpstream('src/agent/policy/Cargo.toml');
const v0Only = ['regorus 0.1.4', 'regorus 0.2.6', 'regorus 0.2.8'];

const old: Known = {
  engines: v0Only,
  copyFile: 'message',
  why: () =>
    l10n.t`The guest uses an earlier Kata version than OSC 1.10, but the exact version is unknown. In all these versions, the policy engine uses Rego v0 and has no base64 functions.`,
  source: all(adaptor110(payload), changes),
};

const usesV0 = (kata: string) => l10n.t`The guest uses Kata ${kata} with regorus 0.2.8, which uses Rego v0.`;

/**
 * Guest whose Kata version is unknown. It also stands for releases that are newer than all rows.
 */
const unknown: Known = {
  engines: ['regorus 0.2.8', 'regorus 0.2.8 + base64', 'regorus after 0.9.1'],
  copyFile: 'extract',
  why: () =>
    l10n.t`The Kata version of the guest is unknown. Kata 3.29 and earlier use Rego v0. Kata 3.30 and later use Rego v1.`,
  source: all(adaptor112(payload), adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego'), changes),
};

const known: Readonly<Record<string, Known>> = {
  '1.10': {
    engines: ['regorus 0.2.8'],
    copyFile: 'message',
    why: () => usesV0('3.17.0'),
    source: all(adaptor110(payload), changes),
  },
  '1.11': {
    engines: ['regorus 0.2.8'],
    copyFile: 'message',
    why: () => usesV0('3.21.0'),
    source: all(adaptor111(payload), changes),
  },
  '1.12': unknown,
  '1.13': unknown,
};

/** Returns the guest of an OSC release, or of the Kata version that the user selected. */
export function getGuest(release: Release): Guest {
  const row = Object.hasOwn(known, release.id) ? known[release.id] : undefined;
  const ofRelease = row ?? (isInForce({ since: '1.10' }, release) ? unknown : old);
  const { engines: ids, ...rest } = release.kata === undefined ? ofRelease : withKata(ofRelease, release.kata);
  const kata = getKataVersion(release);
  const possible = ids.flatMap((id) => engineNamed(id) ?? []);
  const limits = possible.flatMap((engine) => engine.limits ?? [])[0];
  return {
    release: release.id,
    ...(kata === undefined ? {} : { kata }),
    ...rest,
    engines: possible,
    dialect: agreed(possible.map(({ dialect }) => dialect)),
    base64: agreed(possible.map(({ base64 }) => base64)),
    ...(limits === undefined ? {} : { limits }),
    limitsAreSure: possible.every((engine) => engine.limits !== undefined),
  };
}

/** Returns the facts of a guest with the Kata version that the user selected. */
function withKata(guest: Known, kata: string): Known {
  const engine = engineOfKata(kata);
  // The user selected a version that isn't known.
  if (engine === undefined) return unknown;
  const { id, dialect } = engine;
  return {
    engines: [id],
    // The guest of OSC 1.12 has the extract although its Kata version is unknown.
    copyFile: compareKataVersions(kata, '3.29.0') >= 0 ? 'extract' : guest.copyFile,
    why: () => l10n.t`The selected Kata version is ${kata}. Its policy engine is ${id}, which uses Rego ${dialect}.`,
    source: all(guest.source, changes),
  };
}

/** Returns the guest of the release with this ID, or of the latest release if the ID is unknown. */
export function getGuestById(id: string): Guest {
  return getGuest(findRelease(id) ?? newestRelease);
}

function agreed<T>(values: readonly T[]): T | 'depends' {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : 'depends';
}

/** A limit that a policy exceeds. The engine doesn't load such a policy. */
export interface OverLimit {
  readonly what: keyof PolicyLimits;
  readonly found: number;
  readonly limit: number;
  /** Line that is too long, or the first line after the limit. Line numbers start at 0. */
  readonly line?: number;
}

/** Returns the limits that a policy exceeds. Measures lines in UTF-8 bytes, in a single pass. */
export function overLimits(text: string, limits: PolicyLimits): readonly OverLimit[] {
  const found: OverLimit[] = [];
  let bytes = 0;
  let line = 0;
  let inLine = 0;
  let longest = { line: 0, bytes: 0 };
  const endLine = () => {
    if (inLine > longest.bytes) longest = { line, bytes: inLine };
  };
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const size = utf8Size(code);
    bytes += size;
    if (code === 0x0a) {
      endLine();
      line++;
      inLine = 0;
    } else inLine += size;
  }
  endLine();
  const lines = inLine === 0 ? line : line + 1;
  if (longest.bytes > limits.lineBytes)
    found.push({ what: 'lineBytes', found: longest.bytes, limit: limits.lineBytes, line: longest.line });
  if (bytes > limits.bytes) found.push({ what: 'bytes', found: bytes, limit: limits.bytes });
  if (lines > limits.lines) found.push({ what: 'lines', found: lines, limit: limits.lines, line: limits.lines });
  return found;
}

/** Returns the number of UTF-8 bytes for a UTF-16 code unit. Each half of a surrogate pair counts as two. */
function utf8Size(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800 || (code >= 0xd800 && code <= 0xdfff)) return 2;
  return 3;
}
