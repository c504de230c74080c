/**
 * What the guest of each OSC release reads: which engine, which dialect, which built-ins, what of CopyFileRequest.
 * It is the guest of peer pods; that of pods on their node comes with RHCOS and differs by the release of OpenShift.
 * Source: domain/00-sources.md (version map), 04-agent-policy.md 4.1, 4.2, 10-open-points.md.
 */
import * as l10n from '@vscode/l10n';
import { findRelease, newestRelease, type Release } from '../product/releases.ts';
import { adaptor110, adaptor111, adaptor112, all, kataUpstream } from '../product/sources.ts';
import { type Dialect, engineNamed, type PolicyEngine, type PolicyLimits } from './policyEngines.ts';
import type { CopyFileInput } from './inputs/inputs.ts';
import type { Message } from '#core/text/message.ts';

/** The guest of one release. */
export interface Guest {
  /** The id of the OSC release. */
  readonly release: string;
  /** Its kata release, where that is known. */
  readonly kata?: string;
  /** The engines that it may have: one where it is known. */
  readonly engines: readonly PolicyEngine[];
  readonly dialect: Dialect | 'depends';
  /** Whether base64.* and base64url.* are there. */
  readonly base64: boolean | 'depends';
  readonly copyFile: CopyFileInput;
  /** The tightest limits that any of its engines has; undefined where none has any. */
  readonly limits?: PolicyLimits;
  /** Every engine that it may have has those limits. */
  readonly limitsAreSure: boolean;
  /** Why it is taken to be so, in a sentence for messages. */
  readonly why: Message;
  readonly source: string;
}

interface Known {
  readonly kata?: string;
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
    l10n.t`The Kata version of the guest is unknown, but it's earlier than the version in OSC 1.10. All policy engines of that time use Rego v0 and don't support base64.`,
  source: all(adaptor110(payload), changes),
};

const known: Readonly<Record<string, Known>> = {
  '1.10': {
    kata: '3.17.0',
    engines: ['regorus 0.2.8'],
    copyFile: 'message',
    why: () => l10n.t`The guest uses Kata 3.17.0 with regorus 0.2.8, which uses Rego v0.`,
    source: all(adaptor110(payload), changes),
  },
  '1.11': {
    kata: '3.21.0',
    engines: ['regorus 0.2.8'],
    copyFile: 'message',
    why: () => l10n.t`The guest uses Kata 3.21.0 with regorus 0.2.8, which uses Rego v0.`,
    source: all(adaptor111(payload), changes),
  },
  '1.12': {
    engines: ['regorus 0.2.8', 'regorus 0.2.8 + base64', 'regorus after 0.9.1'],
    copyFile: 'extract',
    why: () =>
      l10n.t`The Kata version of the guest is unknown. Kata 3.29 and earlier use Rego v0. Kata 3.30 and later use Rego v1.`,
    source: all(adaptor112(payload), adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego'), changes),
  },
};

/** What the guest of this release reads. */
export function getGuest(release: Release): Guest {
  const row = Object.hasOwn(known, release.id) ? known[release.id] : undefined;
  const { engines: ids, ...rest } = row ?? old;
  const possible = ids.flatMap((id) => engineNamed(id) ?? []);
  const limits = possible.flatMap((engine) => engine.limits ?? [])[0];
  return {
    release: release.id,
    ...rest,
    engines: possible,
    dialect: agreed(possible.map(({ dialect }) => dialect)),
    base64: agreed(possible.map(({ base64 }) => base64)),
    ...(limits === undefined ? {} : { limits }),
    limitsAreSure: possible.every((engine) => engine.limits !== undefined),
  };
}

/** The guest of the release with this id; that of the newest for ids that are not known. */
export function getGuestById(id: string): Guest {
  return getGuest(findRelease(id) ?? newestRelease);
}

function agreed<T>(values: readonly T[]): T | 'depends' {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : 'depends';
}

/** What of one policy is over the limits of an engine: no such policy is loaded. */
export interface OverLimit {
  readonly what: keyof PolicyLimits;
  readonly found: number;
  readonly limit: number;
  /** The line that is too long, or the first that is too much; 0 is the first. */
  readonly line?: number;
}

/** Which limits a policy breaks; lines are counted and measured in UTF-8, in one pass. */
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

/** Bytes that one UTF-16 unit takes in UTF-8; halves of a pair take two each. */
function utf8Size(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800 || (code >= 0xd800 && code <= 0xdfff)) return 2;
  return 3;
}
