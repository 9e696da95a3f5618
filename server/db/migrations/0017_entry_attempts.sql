ALTER TABLE "exam_attempts" ADD COLUMN "entry_test_id" uuid;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD COLUMN "is_final" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_versions" ADD COLUMN "entry_exam_id" integer;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_entry_test_id_entry_tests_id_fk" FOREIGN KEY ("entry_test_id") REFERENCES "public"."entry_tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_versions" ADD CONSTRAINT "exam_versions_entry_exam_id_entry_exams_id_fk" FOREIGN KEY ("entry_exam_id") REFERENCES "public"."entry_exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exam_attempts_entry" ON "exam_attempts" USING btree ("entry_test_id","subject") WHERE "exam_attempts"."state" <> 'void';--> statement-breakpoint
ALTER TABLE "exam_versions" ADD CONSTRAINT "exam_versions_entry_exam" UNIQUE("entry_exam_id");--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_owner" CHECK (num_nonnulls("exam_attempts"."user_id", "exam_attempts"."entry_test_id") <= 1);--> statement-breakpoint
-- The entry exam is an exam like the others from here on: its sittings become attempts with what was answered in them.
INSERT INTO "exams" ("key", "pack", "kind", "name", "grades", "marks_open", "keys_open", "created", "modified")
SELECT "pack" || ':entry-exam', "pack", 'entry', '実力診断テスト', '[]', 'at_once', 'at_once', min("imported"), max("imported")
FROM "entry_exams" GROUP BY "pack";--> statement-breakpoint
INSERT INTO "exam_versions" ("exam_id", "hash", "entry_exam_id", "first_start", "created")
SELECT x."id", e."key", e."id",
  (SELECT min(s."started") FROM "entry_sittings" s JOIN "entry_tests" t ON t."id" = s."test_id" WHERE t."exam_id" = e."id"),
  e."imported"
FROM "entry_exams" e JOIN "exams" x ON x."key" = e."pack" || ':entry-exam' ORDER BY e."id";--> statement-breakpoint
UPDATE "exams" x SET "version_id" = v."id"
FROM "exam_versions" v JOIN "entry_exams" e ON e."id" = v."entry_exam_id"
WHERE v."exam_id" = x."id" AND e."is_current";--> statement-breakpoint
INSERT INTO "exam_subjects" ("version_id", "exam_id", "key", "name", "order", "minutes", "points", "question_count", "names", "layout", "answers", "pack", "pack_key", "answers_key")
SELECT v."id", v."exam_id", q.s->>'id', q.s->>'name', q.at::int - 1, 15, jsonb_array_length(q.s->'questions'), jsonb_array_length(q.s->'questions'),
  jsonb_path_query_array(q.s, '$.questions[*].id'),
  jsonb_build_object('format', 1, 'exam', v."hash", 'subject', q.s->'id', 'version', v."hash", 'name', q.s->'name', 'minutes', 15,
    'points', jsonb_array_length(q.s->'questions'), 'units', '[]'::jsonb, 'sections', '[]'::jsonb, 'choices', '[]'::jsonb,
    'passages', '[]'::jsonb, 'tracks', '[]'::jsonb),
  jsonb_build_object('format', 1, 'subject', q.s->'id', 'version', v."hash", 'questions', '[]'::jsonb, 'tracks', '[]'::jsonb),
  '[]', '', ''
FROM "exam_versions" v JOIN "entry_exams" e ON e."id" = v."entry_exam_id"
  CROSS JOIN LATERAL jsonb_array_elements(e."subjects") WITH ORDINALITY q(s, at);--> statement-breakpoint
INSERT INTO "exam_key_revisions" ("subject_id", "revision", "key", "created")
SELECT b."id", 1,
  jsonb_build_object('choices', '[]'::jsonb, 'groups', (
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', k.q->'id', 'question', k.q->'id', 'section', '', 'unit', k.q->'area', 'skill', '',
      'slots', jsonb_build_array(jsonb_build_object('id', k.q->'id', 'kind',
        CASE WHEN jsonb_array_length(k.q->'options') > 0 THEN 'choice' ELSE 'number' END)),
      'rule', 'each', 'points', 1, 'keys', jsonb_build_object(k.q->>'id', jsonb_build_array(k.q->>'answer'))) ORDER BY k.at), '[]'::jsonb)
    FROM jsonb_array_elements(q.s->'questions') WITH ORDINALITY k(q, at))),
  v."created"
FROM "exam_subjects" b JOIN "exam_versions" v ON v."id" = b."version_id" JOIN "entry_exams" e ON e."id" = v."entry_exam_id"
  CROSS JOIN LATERAL jsonb_array_elements(e."subjects") q(s)
WHERE q.s->>'id' = b."key";--> statement-breakpoint
INSERT INTO "exam_attempts" ("id", "entry_test_id", "exam_id", "subject_id", "subject", "kind", "round", "state", "started_at", "base_deadline",
  "deadline", "outage_ms", "lease_seen_at", "ended_by", "submitted_at", "seal_no", "late_sync", "is_final", "created")
SELECT gen_random_uuid(), t."id", b."exam_id", b."id", s."subject", 'real', 1,
  CASE WHEN s."finished" IS NULL THEN 'running' WHEN s."is_timed_out" THEN 'timed_out' ELSE 'submitted' END,
  s."started", s."deadline" - s."outage_ms" * interval '1 millisecond', s."deadline", s."outage_ms", s."started",
  CASE WHEN s."finished" IS NULL THEN NULL WHEN s."is_timed_out" THEN 'time' ELSE 'user' END,
  s."finished", s."late_sync"::int, s."late_sync", t."finished" IS NOT NULL, s."started"
FROM "entry_sittings" s JOIN "entry_tests" t ON t."id" = s."test_id"
  JOIN "exam_versions" v ON v."entry_exam_id" = t."exam_id"
  JOIN "exam_subjects" b ON b."version_id" = v."id" AND b."key" = s."subject";--> statement-breakpoint
INSERT INTO "exam_answers" ("attempt_id", "rev", "cells", "plays", "digest", "saved_at", "saves_from")
SELECT a."id", (s."answers" <> '{}')::int,
  (SELECT coalesce(jsonb_object_agg(c.key, jsonb_build_object('v', c.value->'value', 'at', c.value->'at',
    'lo', coalesce(c.value->'lo', c.value->'at'), 'f', false, 'fat', 0, 'flo', 0)), '{}'::jsonb) FROM jsonb_each(s."answers") c),
  '{}',
  (SELECT encode(sha256(convert_to('[' || coalesce(string_agg('[' || to_json(c.key)::text || ',' || to_json(c.value->>'value')::text || ']', ','
    ORDER BY c.key COLLATE "C"), '') || ']', 'UTF8')), 'hex')
    FROM jsonb_each(s."answers") c WHERE c.value->>'value' <> ''),
  coalesce(s."finished", s."started"), s."started"
FROM "entry_sittings" s JOIN "exam_attempts" a ON a."entry_test_id" = s."test_id" AND a."subject" = s."subject";--> statement-breakpoint
INSERT INTO "exam_jobs" ("kind", "attempt_id", "due")
SELECT 'score', "id", "submitted_at" FROM "exam_attempts" WHERE "entry_test_id" IS NOT NULL AND "state" <> 'running';--> statement-breakpoint
DROP TABLE "entry_sittings";
