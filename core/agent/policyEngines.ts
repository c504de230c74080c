/**
 * The policy engines that guests were built with. The guest has no OPA: it has regorus, with few of its features
 * switched on. Sources: domain/04-agent-policy.md 4.1, 4.2; kata-containers@7c6ba40c src/agent/policy/Cargo.toml and
 * src/policy.rs, with the tags before it.
 */
import { all, kataUpstream } from '../product/sources.ts';

/** What Rego the engine reads when the policy imports nothing: regorus before kata 3.30 reads v0, later ones v1. */
export type Dialect = 'v0' | 'v1';

/** What a policy may be at most; undefined where the engine has no bound. */
export interface PolicyLimits {
  /** Bytes of one line. */
  readonly lineBytes: number;
  readonly bytes: number;
  readonly lines: number;
}

/** Built-ins that depend on how the engine was built. */
export type EngineFeature = 'base64';

/** One engine, as kata's releases had it. */
export interface PolicyEngine {
  /** `regorus 0.2.8`; with `+ base64` where that was added without a new version. */
  readonly id: string;
  /** The first kata release with it, and the last where that is known. */
  readonly sinceKata: string;
  readonly untilKata?: string;
  readonly dialect: Dialect;
  readonly base64: boolean;
  readonly limits?: PolicyLimits;
  readonly source: string;
}

const manifest = kataUpstream('src/agent/policy/Cargo.toml');
const lineBytes = 64 * 1024;

/** Oldest first. Between two of them the bounds are those that were looked at: tags 3.9, 3.13, 3.15 to 3.30. */
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

/** The engine of this id. */
export function engineNamed(id: string): PolicyEngine | undefined {
  return byId.get(id);
}

/** The engine of a kata release such as `3.21.0`; undefined before 3.9, and where the text is no version. */
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
