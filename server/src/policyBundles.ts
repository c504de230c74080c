/** Policies, initdata, and what is embedded in YAML as one bundle, because initdata and embedded values contain policies. */
export * from './embedded/embeddedBundle.ts';
export * from './initdata/initdataBundle.ts';
export * from './policy/policyBundle.ts';
