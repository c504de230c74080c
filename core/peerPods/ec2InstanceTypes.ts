/**
 * Lists the EC2 instance types and the AWS regions. Source: botocore 1.43.107 of October 2026
 * (botocore/data/ec2/2016-11-15/service-2.json.gz, shape InstanceType; botocore/data/endpoints.json), which describes
 * the API of AWS. Types and regions that AWS added later are missing.
 */

/** Month of the list, for messages. */
export const awsListMonth = '2026-10';

/** Families with their sizes. */
const sizesByFamily: readonly (readonly [families: string, sizes: string])[] = [
  ['a1', 'medium large xlarge 2xlarge 4xlarge metal'],
  ['c1', 'medium xlarge'],
  ['c3 c4 r3', 'large xlarge 2xlarge 4xlarge 8xlarge'],
  ['c5 c5d', 'large xlarge 2xlarge 4xlarge 9xlarge 12xlarge 18xlarge 24xlarge metal'],
  ['c5a c5ad m5a m5ad r5a r5ad', 'large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge'],
  ['c5n', 'large xlarge 2xlarge 4xlarge 9xlarge 18xlarge metal'],
  [
    'c6g c6gd c7g c7gd c7gn m7g m7gd r6g r6gd r7g r7gd x2gd',
    'medium large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge metal',
  ],
  ['c6gn', 'medium large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge'],
  [
    'c6i c6id c6in m6i m6id m6idn m6in r6i r6id r6idn r6in',
    'large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge metal',
  ],
  ['c8gb', '12xlarge 16xlarge 24xlarge 2xlarge 4xlarge 8xlarge large medium metal-24xl xlarge 48xlarge metal-48xl'],
  ['c9g c9gd r9g r9gd', 'medium large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 48xlarge metal-48xl'],
  ['cc1 cg1 gr6f hi1', '4xlarge'],
  ['cc2 cr1 hs1', '8xlarge'],
  ['d2 d3 i2', 'xlarge 2xlarge 4xlarge 8xlarge'],
  ['d3en', 'xlarge 2xlarge 4xlarge 6xlarge 8xlarge 12xlarge'],
  ['dl1 dl2q p3dn p4d p4de', '24xlarge'],
  ['f1', '2xlarge 4xlarge 16xlarge'],
  ['f2', '12xlarge 48xlarge 6xlarge'],
  ['g2', '2xlarge 8xlarge'],
  ['g3 hpc7g', '4xlarge 8xlarge 16xlarge'],
  ['g3s', 'xlarge'],
  ['g4ad', 'xlarge 2xlarge 4xlarge 8xlarge 16xlarge'],
  ['g4dn', 'xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge metal'],
  ['g5 g6 g6e', 'xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 48xlarge'],
  ['g5g', 'xlarge 2xlarge 4xlarge 8xlarge 16xlarge metal'],
  ['g6f', 'large xlarge 2xlarge 4xlarge'],
  ['g7 g7e', '2xlarge 4xlarge 8xlarge 12xlarge 24xlarge 48xlarge'],
  ['gr6', '4xlarge 8xlarge'],
  ['h1', '2xlarge 4xlarge 8xlarge 16xlarge'],
  ['hpc6a p5e p5en p6-b200 p6-b300', '48xlarge'],
  ['hpc6id trn1n', '32xlarge'],
  ['hpc7a', '12xlarge 24xlarge 48xlarge 96xlarge'],
  ['hpc8a', '96xlarge'],
  ['i3', 'large xlarge 2xlarge 4xlarge 8xlarge 16xlarge metal'],
  ['i3en', 'large xlarge 2xlarge 3xlarge 6xlarge 12xlarge 24xlarge metal'],
  ['i4i', 'large xlarge 2xlarge 4xlarge 8xlarge 16xlarge 32xlarge metal 12xlarge 24xlarge'],
  ['i7ie i8ge', 'large xlarge 2xlarge 3xlarge 6xlarge 12xlarge 18xlarge 24xlarge 48xlarge metal-24xl metal-48xl'],
  ['i8g', 'large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge metal-24xl 48xlarge'],
  ['i4g im4gn r4', 'large xlarge 2xlarge 4xlarge 8xlarge 16xlarge'],
  ['inf1', 'xlarge 2xlarge 6xlarge 24xlarge'],
  ['inf2', 'xlarge 8xlarge 24xlarge 48xlarge'],
  ['is4gen', 'medium large xlarge 2xlarge 4xlarge 8xlarge'],
  ['m1', 'small medium large xlarge'],
  ['m2', 'xlarge 2xlarge 4xlarge'],
  ['m3', 'medium large xlarge 2xlarge'],
  ['m4', 'large xlarge 2xlarge 4xlarge 10xlarge 16xlarge'],
  ['m5 m5d m5dn m5n r5 r5b r5d r5dn r5n', 'large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge metal'],
  ['m5zn z1d', 'large xlarge 2xlarge 3xlarge 6xlarge 12xlarge metal'],
  ['c6a m6a r6a', 'large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge 48xlarge metal'],
  ['m6g m6gd', 'metal medium large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge'],
  [
    'c7a m7a r7a',
    'medium large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge 48xlarge metal-48xl',
  ],
  [
    'c7i i7i m7i m9gd r7i',
    'large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 48xlarge metal-24xl metal-48xl',
  ],
  ['c7i-flex c8i-flex m7i-flex m8i-flex r8i-flex', 'large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge'],
  ['m8azn', 'medium large xlarge 3xlarge 6xlarge 12xlarge 24xlarge metal-12xl metal-24xl'],
  ['m8gb', '12xlarge 16xlarge 24xlarge 2xlarge 4xlarge 8xlarge large medium xlarge 48xlarge metal-24xl metal-48xl'],
  ['m8gn', '12xlarge 16xlarge 24xlarge 2xlarge 48xlarge 4xlarge 8xlarge large medium xlarge metal-24xl metal-48xl'],
  ['c8ine m8ine', 'large xlarge 2xlarge 4xlarge 8xlarge 12xlarge'],
  ['m9g', 'large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 48xlarge metal-24xl metal-48xl medium'],
  ['mac-m3ultra mac-m4 mac-m4max mac-m4pro mac1 mac2 mac2-m1ultra mac2-m2 mac2-m2pro', 'metal'],
  ['p2', 'xlarge 8xlarge 16xlarge'],
  ['p3', '2xlarge 8xlarge 16xlarge'],
  ['p5', '48xlarge 4xlarge'],
  ['p6e-gb200', '36xlarge'],
  ['r7iz', 'large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 32xlarge metal-16xl metal-32xl'],
  [
    'c8a c8g c8gd c8gn m8a m8g m8gd r8a r8g r8gd r8gn x8g',
    'medium large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 48xlarge metal-24xl metal-48xl',
  ],
  ['r8gb', 'medium large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge metal-24xl'],
  [
    'c8i c8ib c8id c8in m8i m8ib m8id m8idb m8idn m8in r8i r8ib r8id r8idb r8idn r8in',
    'large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge 48xlarge 96xlarge metal-48xl metal-96xl',
  ],
  ['t1', 'micro'],
  ['t2 t3 t3a t4g', 'nano micro small medium large xlarge 2xlarge'],
  ['trn1', '2xlarge 32xlarge'],
  ['trn2', '48xlarge 3xlarge'],
  ['u-18tb1 u-24tb1', 'metal 112xlarge'],
  ['u-3tb1', '56xlarge'],
  ['u-6tb1', '56xlarge 112xlarge metal'],
  ['u-12tb1 u-9tb1', '112xlarge metal'],
  ['u7i-12tb u7ib-12tb u7in-16tb u7in-24tb u7in-32tb', '224xlarge'],
  ['u7i-6tb u7i-8tb', '112xlarge'],
  ['u7inh-32tb', '480xlarge'],
  ['vt1', '3xlarge 6xlarge 24xlarge'],
  ['x1', '16xlarge 32xlarge'],
  ['x1e', 'xlarge 2xlarge 4xlarge 8xlarge 16xlarge 32xlarge'],
  ['x2idn', '16xlarge 24xlarge 32xlarge metal'],
  ['x2iedn', 'xlarge 2xlarge 4xlarge 8xlarge 16xlarge 24xlarge 32xlarge metal'],
  ['x2iezn', '2xlarge 4xlarge 6xlarge 8xlarge 12xlarge metal'],
  ['x8aedz', '12xlarge 24xlarge 3xlarge 6xlarge large metal-12xl metal-24xl xlarge'],
  [
    'x8i',
    'large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge 48xlarge 64xlarge 96xlarge metal-48xl metal-96xl',
  ],
];

/** Names of the AWS regions. */
export const awsRegions: readonly string[] = [
  'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2',
  'ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6',
  'ap-southeast-7 ca-central-1 ca-west-1 cn-north-1 cn-northwest-1 eu-central-1 eu-central-2',
  'eu-isoe-west-1 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 eusc-de-east-1',
  'il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1',
  'us-gov-west-1 us-iso-east-1 us-iso-west-1 us-isob-east-1 us-isob-west-1 us-isof-east-1',
  'us-isof-south-1 us-west-1 us-west-2',
].flatMap((line) => line.split(' '));

const sizes: ReadonlyMap<string, readonly string[]> = new Map(
  sizesByFamily.flatMap(([families, names]) =>
    families.split(' ').map((family) => [family, names.split(' ')] as const),
  ),
);

/** Names of the instance families, such as `m5`. */
export const ec2Families: readonly string[] = [...sizes.keys()];

/** Returns the sizes of an instance family, such as `large`. Returns none if the family isn't in the list. */
export function listEc2Sizes(family: string): readonly string[] {
  return sizes.get(family) ?? [];
}

/** Returns whether an instance type is in the list. */
export function isEc2Type(type: string): boolean {
  const dot = type.indexOf('.');
  return dot !== -1 && listEc2Sizes(type.slice(0, dot)).includes(type.slice(dot + 1));
}
