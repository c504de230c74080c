/**
 * Complete initdata documents for the examples of rules. They are valid, except for the parts that an example replaces.
 */
import { policyWith, type ExamplePolicyOptions as OwnOfPolicy } from './examplePolicy.ts';

/** Parts that replace the valid defaults. */
export interface ExampleInitdataOptions {
  readonly head?: string;
  readonly aa?: string;
  readonly cdh?: string;
  /** Additional entries of `[data]`, and additional tables. */
  readonly more?: string;
}

/** The two lines that every document contains. */
export const exampleHead = 'algorithm = "sha384"\nversion = "0.1.0"\n';

/** The required settings of the attestation agent. */
export const exampleAa = `"aa.toml" = '''
[token_configs.kbs]
url = "https://kbs.example.com:8080"
'''
`;

/** The required settings of the Confidential Data Hub. */
export const exampleCdh = `"cdh.toml" = '''
[kbc]
name = "cc_kbc"
url = "https://kbs.example.com:8080"
'''
`;

/** Returns an initdata entry with a valid policy that ends in these lines. */
export function policyEntry(lines: string, own: OwnOfPolicy = {}): string {
  return `"policy.rego" = '''\n${policyWith(lines, own)}'''\n`;
}

/** Returns an initdata document. */
export function initdataWith({
  head = exampleHead,
  aa = exampleAa,
  cdh = exampleCdh,
  more = '',
}: ExampleInitdataOptions): string {
  return `${head}\n[data]\n${aa}${cdh}${more}`;
}
