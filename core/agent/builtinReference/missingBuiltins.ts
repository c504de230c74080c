/**
 * Lists well-known OPA functions that the guest's engine is built without. The guest can't load a policy that calls
 * one. Sources: domain/04-agent-policy.md 4.2; microsoft/regorus src/builtins/mod.rs (functions that each Cargo feature
 * adds).
 */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';

/** OPA functions that are missing for the same reason. */
export interface MissingFamily {
  readonly names: readonly string[];
  /** All names with this prefix belong to the family, even if they aren't listed. */
  readonly prefix?: string;
  /** Alternative, if there is one. */
  readonly instead?: Message;
}

const named = (prefix: string, names: string): readonly string[] => names.split(' ').map((name) => `${prefix}${name}`);

/** Lists the families of OPA built-in functions that the policy engine of a guest lacks. */
export const missingFamilies: readonly MissingFamily[] = [
  {
    prefix: 'time.',
    names: named('time.', 'add_date clock date diff format now_ns parse_duration_ns parse_ns parse_rfc3339_ns weekday'),
    instead: () => l10n.t`Don't base decisions on time, because the host can change every clock that a guest uses.`,
  },
  {
    prefix: 'http.',
    names: ['http.send'],
    instead: () => l10n.t`Put the required data into the policy itself.`,
  },
  {
    prefix: 'io.jwt.',
    names: named(
      'io.jwt.',
      'decode decode_verify encode_sign encode_sign_raw verify_es256 verify_es384 verify_es512 verify_hs256 verify_hs384 verify_hs512 verify_ps256 verify_ps384 verify_ps512 verify_rs256 verify_rs384 verify_rs512',
    ),
  },
  {
    prefix: 'crypto.',
    names: named(
      'crypto.',
      'hmac.equal hmac.md5 hmac.sha1 hmac.sha256 hmac.sha512 md5 parse_private_keys sha1 sha256 x509.parse_and_verify_certificates x509.parse_and_verify_certificates_with_options x509.parse_certificate_request x509.parse_certificates x509.parse_keypair x509.parse_rsa_private_key',
    ),
    instead: () => l10n.t`Compare the string itself instead of its hash.`,
  },
  {
    prefix: 'net.',
    names: named(
      'net.',
      'cidr_contains cidr_contains_matches cidr_expand cidr_intersects cidr_is_valid cidr_merge lookup_ip_addr',
    ),
    instead: () => l10n.t`Use regex.match or startswith.`,
  },
  {
    prefix: 'glob.',
    names: named('glob.', 'match quote_meta'),
    instead: () => l10n.t`Use regex.match.`,
  },
  {
    prefix: 'graph.',
    names: ['graph.reachable', 'graph.reachable_paths', 'walk'],
  },
  { prefix: 'semver.', names: named('semver.', 'compare is_valid') },
  { prefix: 'uuid.', names: named('uuid.', 'parse rfc4122') },
  { prefix: 'hex.', names: named('hex.', 'decode encode') },
  {
    prefix: 'urlquery.',
    names: named('urlquery.', 'decode decode_object encode encode_object'),
  },
  {
    prefix: 'yaml.',
    names: named('yaml.', 'is_valid marshal unmarshal'),
    instead: () => l10n.t`Write the data as Rego, or use json.unmarshal.`,
  },
  {
    names: ['json.patch'],
    instead: () => l10n.t('To change the policy state, return patches as `ops` in the result for the agent to apply.'),
  },
  { names: named('json.', 'match_schema verify_schema') },
  { prefix: 'opa.', names: ['opa.runtime'] },
  {
    prefix: 'rego.',
    names: named('rego.', 'metadata.chain metadata.rule parse_module'),
  },
  {
    prefix: 'graphql.',
    names: named('graphql.', 'is_valid parse parse_and_verify parse_query parse_schema schema_is_valid'),
  },
  { prefix: 'providers.', names: ['providers.aws.sign_req'] },
  {
    names: ['array.flatten', 'regex.globs_match', 'strings.render_template'],
  },
  {
    names: named('', 'all any cast_array cast_boolean cast_null cast_object cast_set cast_string re_match set_diff'),
    instead: () => l10n.t('Use `every`, `some ... in`, is_*, or regex.match.'),
  },
];

const byName = new Map(missingFamilies.flatMap((family) => family.names.map((name) => [name, family] as const)));

/** Returns the family of a function that OPA has but no guest has. */
export function missingFamilyOf(name: string): MissingFamily | undefined {
  return byName.get(name) ?? missingFamilies.find(({ prefix }) => prefix !== undefined && name.startsWith(prefix));
}

/** Names of all listed functions. */
export const missingNames: readonly string[] = [...byName.keys()];
