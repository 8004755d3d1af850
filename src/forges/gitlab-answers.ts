import * as z from 'zod/mini';

const user = z.object({ id: z.int(), username: z.string() });

const pipeline = z.object({ id: z.int(), sha: z.string(), ref: z.optional(z.nullable(z.string())) });

export const mergeRequest = z.object({
  iid: z.int(),
  web_url: z.string(),
  title: z.string(),
  state: z.enum(['opened', 'closed', 'merged', 'locked']),
  draft: z.optional(z.boolean()),
  sha: z.nullable(z.string()),
  source_branch: z.string(),
  target_branch: z.string(),
  source_project_id: z.nullable(z.int()),
  target_project_id: z.int(),
  merge_commit_sha: z.optional(z.nullable(z.string())),
  squash_commit_sha: z.optional(z.nullable(z.string())),
  /** Only where one is asked for by its number. */
  head_pipeline: z.optional(z.nullable(pipeline)),
});

const note = z.object({
  id: z.int(),
  body: z.string(),
  system: z.boolean(),
  author: user,
  resolvable: z.optional(z.boolean()),
  resolved: z.optional(z.boolean()),
  position: z.optional(
    z.nullable(
      z.object({
        new_path: z.nullable(z.string()),
        old_path: z.nullable(z.string()),
        new_line: z.optional(z.nullable(z.int())),
        old_line: z.optional(z.nullable(z.int())),
      }),
    ),
  ),
});

export type Note = z.infer<typeof note>;

export const discussion = z.object({ id: z.string(), individual_note: z.boolean(), notes: z.array(note) });

export type Discussion = z.infer<typeof discussion>;

export const job = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  web_url: z.string(),
  allow_failure: z.optional(z.boolean()),
});

export const member = z.object({ access_level: z.int() });

export const gitlabIssue = z.object({
  iid: z.int(),
  web_url: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  author: user,
});
