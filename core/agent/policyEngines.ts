/**
 * Lists the policy engines that guests were built with. The guest doesn't contain OPA. It contains regorus with only a
 * few features enabled. Sources: domain/04-agent-policy.md 4.1, 4.2; kata-containers@7c6ba40c
 * src/agent/policy/Cargo.toml and src/policy.rs, with the earlier tags.
 */
import { all, kataUpstream } from '../product/sources.ts';

/**
 * Rego version that the engine uses for a policy without imports. regorus uses v0 in Kata 3.29 and earlier, and v1 in
 * later releases.
 */
export type Dialect = 'v0' | 'v1';

/** Maximum size of a policy. */
export interface PolicyLimits {
  /** Maximum number of bytes per line. */
  readonly lineBytes: number;
  readonly bytes: number;
  readonly lines: number;
}

/** Built-in functions that depend on how the engine was built. */
export type EngineFeature = 'base64';

/** A policy engine in a range of Kata releases. */
export interface PolicyEngine {
  /**
   * ID such as `regorus 0.2.8`. Ends with `+ base64` if the base64 functions were enabled without a new regorus
   * version.
   */
  readonly id: string;
  /** First Kata release with this engine, and the last one if known. */
  readonly sinceKata: string;
  readonly untilKata?: string;
  readonly dialect: Dialect;
  readonly base64: boolean;
  readonly limits?: PolicyLimits;
  readonly source: string;
}

const manifest = kataUpstream('src/agent/policy/Cargo.toml');
const lineBytes = 64 * 1024;

/**
 * All engines, oldest first. The first and last Kata releases of each engine are based on the inspected tags: 3.9,
 * 3.13, 3.15 to 3.30.
 */
export const engines: readonly PolicyEngine[] = [
  { id: 'regorus 0.1.4', sinceKata: '3.9.0', dialect: 'v0', base64: false, source: manifest },
  { id: 'regorus 0.2.6', sinceKata: '3.13.0', dialect: 'v0', base64: false, source: manifest },
  { id: 'regorus 0.2.8', sinceKata: '3.15.0', untilKata: '3.27.0', dialect: 'v0', base64: false, source: manifest },
  {
    id: 'regorus 0.2.8 + base64',
    sinceKata: '3.28.0',
    untilKata: '3.29.0',
    dialect: 'v0',
    base64: true,
    source: manifest,
  },
  {
    id: 'regorus after 0.9.1',
    sinceKata: '3.30.0',
    dialect: 'v1',
    base64: true,
    limits: { lineBytes, bytes: 16 * 1024 * 1024, lines: 200_000 },
    source: all(manifest, kataUpstream('src/agent/policy/src/policy.rs')),
  },
];

const byId = new Map(engines.map((engine) => [engine.id, engine]));

/** Returns the engine with this ID. */
export function engineNamed(id: string): PolicyEngine | undefined {
  return byId.get(id);
}

/**
 * Returns the engine of a Kata release such as `3.21.0`. Returns undefined for releases before 3.9 and for invalid
 * versions.
 */
export function engineOfKata(version: string): PolicyEngine | undefined {
  const wanted = parts(version);
  if (wanted === undefined) return undefined;
  return engines.findLast(({ sinceKata }) => {
    const since = parts(sinceKata);
    return since !== undefined && (wanted[0] > since[0] || (wanted[0] === since[0] && wanted[1] >= since[1]));
  });
}

function parts(version: string): readonly [number, number] | undefined {
  const match = /^v?(\d{1,6})\.(\d{1,6})(?:\.\d{1,6})?(?:[-+].{0,100})?$/.exec(version);
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}
