/**
 * The sections of the published documents that fields and rules point to.
 * Read in: S1.5 (OSC 1.5, bare metal) and S1.12 (OSC 1.12, AWS); see domain/00-sources.md.
 */
import type { DocSection } from './kinds/field.ts';
import { findRelease, newestRelease } from './releases.ts';

const guide112 = (findRelease('1.12') ?? newestRelease).docs;
const guide15 = (findRelease('1.5') ?? newestRelease).docs;

/** OSC 1.12 §3.3: the manifest and what creating it does. */
export const creatingKataConfig: DocSection = {
  title: 'OSC 1.12, 3.3 Creating the KataConfig custom resource',
  url: guide112,
};

/** OSC 1.12 §6.3: what `logLevel: debug` is for and how to follow the change. */
export const enablingDebugLogs: DocSection = {
  title: 'OSC 1.12, 6.3 Enabling debug logs for CRI-O runtime',
  url: guide112,
};

/** OSC 1.12 §8.1: the status fields and messages. */
export const statusMessages: DocSection = {
  title: 'OSC 1.12, 8.1 KataConfig status messages',
  url: guide112,
};

/** OSC 1.5 §2.1.2: node eligibility. Not in the 1.12 guide for AWS. */
export const nodeEligibility: DocSection = {
  title: 'OSC 1.5, 2.1.2 Checking whether cluster nodes are eligible',
  url: guide15,
};

/** OSC 1.5 §2.3.2: the KataConfig fields by the command line, with the node selector. */
export const kataConfigByCli: DocSection = {
  title: 'OSC 1.5, 2.3.2 Creating the KataConfig custom resource using the CLI',
  url: guide15,
};
