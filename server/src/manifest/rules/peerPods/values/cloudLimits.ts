import * as l10n from '@vscode/l10n';
import { awsListMonth, awsRegions } from '#core/peerPods/ec2InstanceTypes.ts';
import { readInteger } from '#core/peerPods/parseGoValues.ts';
import { formatNumber, getSentenceSeparator, formatMonth } from '#core/text/grammar.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { checkValues, getProvider, type ValueCheck } from '../checkValues.ts';
import { sizeKey } from './rootVolume.ts';

/**
 * Maximum size of EBS volumes in GiB. Source: botocore 1.43.107 data/ec2/2016-11-15/service-2.json.gz, shape
 * EbsBlockDevice.
 */
const [largestGp2, largestGp3] = [16_384, 65_536];

/** Number of pod VMs per node that is probably a mistake. */
const manyMachines = 1000;

/** Checks for a region that isn't in the list. Another rule checks the format of regions. */
const judgeRegion: ValueCheck = ({ key, text }) => {
  if (key.name !== 'AWS_REGION' || key.pattern?.test(text) !== true || awsRegions.includes(text)) return undefined;
  const near = findNearestName(text, awsRegions)?.name;
  return {
    message: [
      l10n.t`${text} isn't in the list of AWS regions from ${formatMonth(awsListMonth)}.`,
      ...(near === undefined ? [] : [l10n.t`Did you mean ${near}?`]),
    ].join(getSentenceSeparator()),
    fixes: near === undefined ? [] : [{ text: near, sure: false }],
  };
};

const judgeDisk: ValueCheck = ({ key, text }, release) => {
  const size = key.name === sizeKey ? numberIn(text, release) : undefined;
  return size === undefined || size <= largestGp2
    ? undefined
    : {
        message: l10n.t`${sizeKey} is ${formatNumber(size)} GiB for each pod VM. AWS limits a volume to ${formatNumber(largestGp2)} GiB (gp2) or ${formatNumber(largestGp3)} GiB (gp3).`,
      };
};

const judgeLimit: ValueCheck = ({ key, text }, release) => {
  const limit = key.name === 'PEERPODS_LIMIT_PER_NODE' ? numberIn(text, release) : undefined;
  return limit === undefined || limit <= manyMachines
    ? undefined
    : {
        message: l10n.t`Each node can have up to ${formatNumber(limit)} pod VMs, but the quotas of the cloud provider might be lower. Check whether the number has too many digits.`,
      };
};

function numberIn(text: string, release: Parameters<ValueCheck>[1]): number | undefined {
  const reading = readInteger(text, release);
  return reading.outcome === 'read' && reading.dropped === undefined ? reading.value : undefined;
}

export default defineRule({
  id: 'ppcm-cloud-limits',
  title: () => l10n.t`Value outside the limits of the cloud provider`,
  severity: 'info',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`A value in \`peer-pods-cm\` is valid, but the cloud provider probably doesn't accept it, or the value allows far more pod VMs than you probably intend. The rule checks the AWS region, the disk size on AWS, and the number of pod VMs per node.

The severity is information, because the list of regions is from ${formatMonth(awsListMonth)}, and the limits can change.

Check the value.`,
  source: [
    'botocore 1.43.107 data/endpoints.json',
    'botocore 1.43.107 data/ec2/2016-11-15/service-2.json.gz, shape EbsBlockDevice',
  ],
  *check(context) {
    const isAws = getProvider(context.manifest)?.name === 'aws';
    yield* checkValues(
      context,
      (value, release) =>
        (isAws ? (judgeRegion(value, release) ?? judgeDisk(value, release)) : undefined) ?? judgeLimit(value, release),
    );
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'AWS_REGION: "eu-west-9"', '#           ^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'AWS_REGION: "eu-west-1"'),
    },
    {
      avoid: mapFor('aws', 'ROOT_VOLUME_SIZE: "60000"', '#                 ^^^^^^^ want'),
      prefer: mapFor('aws', 'ROOT_VOLUME_SIZE: "60"'),
    },
    {
      avoid: mapFor('azure', 'PEERPODS_LIMIT_PER_NODE: "100000"', '#                        ^^^^^^^^ want'),
      prefer: mapFor('azure', 'PEERPODS_LIMIT_PER_NODE: "100"'),
    },
  ],
});
