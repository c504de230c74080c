/**
 * The size of an instance type, by its name. Only for families whose sizes follow from the name beyond doubt;
 * for all others the answer is "not known". The clouds themselves publish these figures.
 */
import type { Provider } from './configKey.ts';

/** What an instance type offers, as cloud-api-adaptor learns it from the cloud. */
export interface InstanceSize {
  readonly vcpus: number;
  readonly memoryMiB: number;
  /** GPUs that cloud-api-adaptor is told of: on Azure and IBM Cloud always none. */
  readonly gpus: number;
}

const gib = 1024;
const size = (vcpus: number, memoryGiB: number, gpus = 0): InstanceSize => ({
  vcpus,
  memoryMiB: memoryGiB * gib,
  gpus,
});

/** T families: memory by size name. t2 has fewer processors below `medium`. */
const burstableGiB: Readonly<Record<string, number>> = {
  nano: 0.5,
  micro: 1,
  small: 2,
  medium: 4,
  large: 8,
  xlarge: 16,
  '2xlarge': 32,
};

/** Processors of the usual EC2 sizes. Larger ones differ between families. */
const usualVcpus: Readonly<Record<string, number>> = { large: 2, xlarge: 4, '2xlarge': 8, '4xlarge': 16 };

/** EC2 families whose memory is a fixed number of GiB per processor. */
const gibPerVcpu: readonly (readonly [RegExp, number])[] = [
  [/^m(5|5a|6i|6a|7i|7a)$/, 4],
  [/^c(5|5a|6i|6a|7i|7a)$/, 2],
  [/^r(5|5a|6i|6a|7i|7a)$/, 8],
];

const awsGpu: Readonly<Record<string, InstanceSize>> = {
  'g4dn.xlarge': size(4, 16, 1),
  'g4dn.2xlarge': size(8, 32, 1),
  'g5.xlarge': size(4, 16, 1),
  'g5.2xlarge': size(8, 32, 1),
};

function aws(type: string): InstanceSize | undefined {
  if (Object.hasOwn(awsGpu, type)) return awsGpu[type];
  const [family = '', step = ''] = type.split('.');
  if (/^t(2|3|3a)$/.test(family)) {
    const memory = Object.hasOwn(burstableGiB, step) ? burstableGiB[step] : undefined;
    if (memory === undefined) return undefined;
    const vcpus = family === 't2' && memory < 4 ? 1 : Math.max(2, memory / 4);
    return size(vcpus, memory);
  }
  const ratio = gibPerVcpu.find(([pattern]) => pattern.test(family))?.[1];
  const vcpus = Object.hasOwn(usualVcpus, step) ? usualVcpus[step] : undefined;
  return ratio === undefined || vcpus === undefined ? undefined : size(vcpus, vcpus * ratio);
}

const azureB: Readonly<Record<string, InstanceSize>> = {
  Standard_B2als_v2: size(2, 4),
  Standard_B2as_v2: size(2, 8),
  Standard_B4als_v2: size(4, 8),
  Standard_B4as_v2: size(4, 16),
};

function azure(type: string): InstanceSize | undefined {
  if (Object.hasOwn(azureB, type)) return azureB[type];
  // General purpose and confidential D sizes: 4 GiB per processor.
  const vcpus = /^Standard_DC?(2|4|8|16|32)(?:s|as|ads|es|eds)_v5$/.exec(type)?.[1];
  return vcpus === undefined ? undefined : size(Number(vcpus), Number(vcpus) * 4);
}

const gcpShared: Readonly<Record<string, InstanceSize>> = {
  'e2-micro': size(2, 1),
  'e2-small': size(2, 2),
  'e2-medium': size(2, 4),
};
const gcpGibPerVcpu: Readonly<Record<string, number>> = { standard: 4, highmem: 8, highcpu: 1 };

function gcp(type: string): InstanceSize | undefined {
  if (Object.hasOwn(gcpShared, type)) return gcpShared[type];
  const match = /^(?:e2|n2|n2d)-(standard|highmem|highcpu)-(2|4|8|16)$/.exec(type);
  const ratio = match?.[1] === undefined ? undefined : gcpGibPerVcpu[match[1]];
  return match === null || ratio === undefined ? undefined : size(Number(match[2]), Number(match[2]) * ratio);
}

function ibmcloud(type: string): InstanceSize | undefined {
  // The name says it: family, processors x GiB, then perhaps GPUs, which cloud-api-adaptor does not ask for.
  const match = /^[a-z]+\d[a-z0-9]*-(\d+)x(\d+)(?:x\d+[a-z0-9]*)?$/.exec(type);
  return match === null ? undefined : size(Number(match[1]), Number(match[2]));
}

/** The size of this type, or undefined when it is not known for certain. */
export function findInstanceSize(provider: Provider, type: string): InstanceSize | undefined {
  switch (provider) {
    case 'aws':
      return aws(type);
    case 'azure':
      return azure(type);
    case 'gcp':
      return gcp(type);
    case 'ibmcloud':
      return ibmcloud(type);
    case 'libvirt':
      return undefined;
    default:
      return provider satisfies never;
  }
}
