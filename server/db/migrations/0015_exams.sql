CREATE TABLE "entry_desired" (
	"entry_id" integer NOT NULL,
	"rank" integer NOT NULL,
	"method_id" integer,
	"free_name" text,
	CONSTRAINT "entry_desired_entry_id_rank_pk" PRIMARY KEY("entry_id","rank")
);
--> statement-breakpoint
CREATE TABLE "exam_allowances" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"multiplier_pct" integer DEFAULT 100 NOT NULL,
	"script_instead_of_audio" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_allowances_pct" CHECK ("exam_allowances"."multiplier_pct" between 100 and 200)
);
--> statement-breakpoint
CREATE TABLE "exam_answers" (
	"attempt_id" uuid PRIMARY KEY NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL,
	"cells" jsonb NOT NULL,
	"plays" jsonb NOT NULL,
	"digest" text NOT NULL,
	"clock" jsonb,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"saves" integer DEFAULT 0 NOT NULL,
	"saves_from" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer,
	"exam_id" integer NOT NULL,
	"subject_id" integer NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"round" integer NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"base_deadline" timestamp (3) with time zone NOT NULL,
	"deadline" timestamp (3) with time zone NOT NULL,
	"multiplier_pct" integer DEFAULT 100 NOT NULL,
	"script_instead_of_audio" boolean DEFAULT false NOT NULL,
	"start_ms" integer DEFAULT 0 NOT NULL,
	"outage_ms" integer DEFAULT 0 NOT NULL,
	"given_ms" integer DEFAULT 0 NOT NULL,
	"lease_epoch" integer DEFAULT 1 NOT NULL,
	"lease_device" text DEFAULT '' NOT NULL,
	"lease_label" text DEFAULT '' NOT NULL,
	"lease_seen_at" timestamp (3) with time zone NOT NULL,
	"takeovers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"start_key" text,
	"ended_by" text,
	"submitted_at" timestamp (3) with time zone,
	"receipt_no" text,
	"seal_no" integer DEFAULT 0 NOT NULL,
	"late_sync" boolean DEFAULT false NOT NULL,
	"needs_look" boolean DEFAULT false NOT NULL,
	"chain_ok" boolean DEFAULT true NOT NULL,
	"reopened_ms" integer,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_attempts_receipt_no_unique" UNIQUE("receipt_no")
);
--> statement-breakpoint
CREATE TABLE "exam_borders" (
	"method_id" integer NOT NULL,
	"year" integer NOT NULL,
	"border" double precision NOT NULL,
	"subjects" jsonb NOT NULL,
	CONSTRAINT "exam_borders_method_id_year_pk" PRIMARY KEY("method_id","year")
);
--> statement-breakpoint
CREATE TABLE "exam_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"exam_id" integer NOT NULL,
	"status" text NOT NULL,
	"number" text,
	"basic_info" jsonb,
	"environment_info" jsonb,
	"is_undecided" boolean DEFAULT false NOT NULL,
	"subjects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_entries_number_unique" UNIQUE("number"),
	CONSTRAINT "exam_entries_user" UNIQUE("user_id","exam_id")
);
--> statement-breakpoint
CREATE TABLE "exam_faculties" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_faculties_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"school_id" integer NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "exam_faculties_code" UNIQUE("school_id","code")
);
--> statement-breakpoint
CREATE TABLE "exam_key_revisions" (
	"subject_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"key" jsonb NOT NULL,
	"policy" text DEFAULT 'fair' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_key_revisions_subject_id_revision_pk" PRIMARY KEY("subject_id","revision")
);
--> statement-breakpoint
CREATE TABLE "exam_methods" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_methods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"faculty_id" integer NOT NULL,
	"name" text NOT NULL,
	"order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "exam_methods_name" UNIQUE("faculty_id","name")
);
--> statement-breakpoint
CREATE TABLE "exam_naishin" (
	"prefecture" text PRIMARY KEY NOT NULL,
	"pack" text NOT NULL,
	"table" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam_schools" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_schools_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"pack" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"kana" text DEFAULT '' NOT NULL,
	"prefecture" text DEFAULT '' NOT NULL,
	CONSTRAINT "exam_schools_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "exam_subjects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_subjects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version_id" integer NOT NULL,
	"exam_id" integer NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"group" text DEFAULT '' NOT NULL,
	"order" integer NOT NULL,
	"minutes" integer NOT NULL,
	"points" integer NOT NULL,
	"question_count" integer NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"has_listening" boolean DEFAULT false NOT NULL,
	"names" jsonb NOT NULL,
	"layout" jsonb NOT NULL,
	"answers" jsonb NOT NULL,
	"pack" jsonb NOT NULL,
	"answers_pack" jsonb,
	"pack_key" text NOT NULL,
	"answers_key" text NOT NULL,
	"key_revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "exam_subjects_key" UNIQUE("version_id","key")
);
--> statement-breakpoint
CREATE TABLE "exam_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"exam_id" integer NOT NULL,
	"hash" text NOT NULL,
	"errata" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"first_start" timestamp (3) with time zone,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_versions_hash" UNIQUE("exam_id","hash")
);
--> statement-breakpoint
CREATE TABLE "exams" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exams_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"grades" jsonb NOT NULL,
	"fee" integer DEFAULT 0 NOT NULL,
	"entry_from" timestamp (3) with time zone,
	"entry_until" timestamp (3) with time zone,
	"exam_from" timestamp (3) with time zone,
	"exam_until" timestamp (3) with time zone,
	"report_at" timestamp (3) with time zone,
	"marks_open" text DEFAULT 'after_window' NOT NULL,
	"keys_open" text DEFAULT 'after_window' NOT NULL,
	"max_desired_rank" integer DEFAULT 8 NOT NULL,
	"group_rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"totals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"retake_days" integer,
	"level_from" text DEFAULT '' NOT NULL,
	"level_to" text DEFAULT '' NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"version_id" integer,
	"order" integer DEFAULT 0 NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	"withdrawn" timestamp (3) with time zone,
	CONSTRAINT "exams_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "exam_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"attempt_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"from_n" integer NOT NULL,
	"to_n" integer NOT NULL,
	"events" jsonb NOT NULL,
	"end_hash" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_events_from" UNIQUE("attempt_id","epoch","from_n")
);
--> statement-breakpoint
CREATE TABLE "exam_incidents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"no" text NOT NULL,
	"attempt_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from" timestamp (3) with time zone NOT NULL,
	"to" timestamp (3) with time zone NOT NULL,
	"body" text NOT NULL,
	"answer" text,
	"answer_note" text DEFAULT '' NOT NULL,
	"answered" timestamp (3) with time zone,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_incidents_no_unique" UNIQUE("no"),
	CONSTRAINT "exam_incidents_attempt_id_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
CREATE TABLE "exam_orphans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_orphans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"attempt_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"epoch" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_orphans_once" UNIQUE("attempt_id","hash")
);
--> statement-breakpoint
CREATE TABLE "exam_outages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_outages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"from" timestamp (3) with time zone NOT NULL,
	"to" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_outages_once" UNIQUE("from","to","kind")
);
--> statement-breakpoint
CREATE TABLE "server_beats" (
	"process" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam_cohorts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_cohorts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"exam_id" integer NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"subjects" jsonb NOT NULL,
	"made" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_cohorts_version" UNIQUE("exam_id","version")
);
--> statement-breakpoint
CREATE TABLE "exam_distributions" (
	"cohort_id" integer NOT NULL,
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"score" integer NOT NULL,
	"count" integer NOT NULL,
	"above" integer NOT NULL,
	CONSTRAINT "exam_distributions_cohort_id_scope_key_score_pk" PRIMARY KEY("cohort_id","scope","key","score")
);
--> statement-breakpoint
CREATE TABLE "exam_jobs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"attempt_id" uuid NOT NULL,
	"due" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "exam_jobs_once" UNIQUE("kind","attempt_id")
);
--> statement-breakpoint
CREATE TABLE "exam_regrades" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_regrades_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subject_id" integer NOT NULL,
	"from_revision" integer NOT NULL,
	"to_revision" integer NOT NULL,
	"state" text NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"finished" timestamp (3) with time zone,
	CONSTRAINT "exam_regrades_once" UNIQUE("subject_id","to_revision")
);
--> statement-breakpoint
CREATE TABLE "exam_scores" (
	"attempt_id" uuid NOT NULL,
	"key_revision" integer NOT NULL,
	"subject_id" integer NOT NULL,
	"points" smallint[] NOT NULL,
	"total" integer NOT NULL,
	"full" integer NOT NULL,
	"pending" integer NOT NULL,
	"picks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"made" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_scores_attempt_id_key_revision_pk" PRIMARY KEY("attempt_id","key_revision")
);
--> statement-breakpoint
CREATE TABLE "exam_self_points" (
	"attempt_id" uuid PRIMARY KEY NOT NULL,
	"points" jsonb NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_cards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "review_cards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"subject_id" integer NOT NULL,
	"question" text NOT NULL,
	"group" text NOT NULL,
	"attempt_id" uuid,
	"is_suspended" boolean DEFAULT false NOT NULL,
	"withdrawn" timestamp (3) with time zone,
	"seq" bigint NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "review_cards_key" UNIQUE("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "review_heads" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"card_id" integer NOT NULL,
	"rating" smallint NOT NULL,
	"reviewed_at" timestamp (3) with time zone NOT NULL,
	"device" text NOT NULL,
	"undoes" uuid,
	"ms" integer,
	"seq" bigint NOT NULL,
	"created" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "entry_desired" ADD CONSTRAINT "entry_desired_entry_id_exam_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."exam_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_desired" ADD CONSTRAINT "entry_desired_method_id_exam_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."exam_methods"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_allowances" ADD CONSTRAINT "exam_allowances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_answers" ADD CONSTRAINT "exam_answers_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_subject_id_exam_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."exam_subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_borders" ADD CONSTRAINT "exam_borders_method_id_exam_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."exam_methods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_entries" ADD CONSTRAINT "exam_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_entries" ADD CONSTRAINT "exam_entries_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_faculties" ADD CONSTRAINT "exam_faculties_school_id_exam_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."exam_schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_key_revisions" ADD CONSTRAINT "exam_key_revisions_subject_id_exam_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."exam_subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_methods" ADD CONSTRAINT "exam_methods_faculty_id_exam_faculties_id_fk" FOREIGN KEY ("faculty_id") REFERENCES "public"."exam_faculties"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_naishin" ADD CONSTRAINT "exam_naishin_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_schools" ADD CONSTRAINT "exam_schools_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_subjects" ADD CONSTRAINT "exam_subjects_version_id_exam_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."exam_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_subjects" ADD CONSTRAINT "exam_subjects_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_versions" ADD CONSTRAINT "exam_versions_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_events" ADD CONSTRAINT "exam_events_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_incidents" ADD CONSTRAINT "exam_incidents_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_orphans" ADD CONSTRAINT "exam_orphans_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_cohorts" ADD CONSTRAINT "exam_cohorts_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_distributions" ADD CONSTRAINT "exam_distributions_cohort_id_exam_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."exam_cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_jobs" ADD CONSTRAINT "exam_jobs_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_regrades" ADD CONSTRAINT "exam_regrades_subject_id_exam_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."exam_subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_scores" ADD CONSTRAINT "exam_scores_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_scores" ADD CONSTRAINT "exam_scores_subject_id_exam_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."exam_subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_self_points" ADD CONSTRAINT "exam_self_points_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_cards" ADD CONSTRAINT "review_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_cards" ADD CONSTRAINT "review_cards_subject_id_exam_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."exam_subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_cards" ADD CONSTRAINT "review_cards_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_heads" ADD CONSTRAINT "review_heads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_logs" ADD CONSTRAINT "review_logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_logs" ADD CONSTRAINT "review_logs_card_id_review_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."review_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_desired_method_id" ON "entry_desired" USING btree ("method_id");--> statement-breakpoint
CREATE UNIQUE INDEX "exam_attempts_one" ON "exam_attempts" USING btree ("user_id","exam_id","subject","round") WHERE "exam_attempts"."state" <> 'void' and "exam_attempts"."kind" = 'real';--> statement-breakpoint
CREATE INDEX "exam_attempts_user" ON "exam_attempts" USING btree ("user_id","exam_id");--> statement-breakpoint
CREATE INDEX "exam_attempts_subject" ON "exam_attempts" USING btree ("subject_id","state");--> statement-breakpoint
CREATE INDEX "exam_attempts_running" ON "exam_attempts" USING btree ("deadline") WHERE "exam_attempts"."state" = 'running';--> statement-breakpoint
CREATE INDEX "exam_entries_exam_id" ON "exam_entries" USING btree ("exam_id","status");--> statement-breakpoint
CREATE INDEX "exam_schools_pack" ON "exam_schools" USING btree ("pack");--> statement-breakpoint
CREATE INDEX "exam_subjects_exam_id" ON "exam_subjects" USING btree ("exam_id");--> statement-breakpoint
CREATE INDEX "exams_pack" ON "exams" USING btree ("pack");--> statement-breakpoint
CREATE INDEX "exams_kind" ON "exams" USING btree ("kind","exam_from");--> statement-breakpoint
CREATE INDEX "exam_outages_to" ON "exam_outages" USING btree ("to");--> statement-breakpoint
CREATE INDEX "exam_jobs_due" ON "exam_jobs" USING btree ("due");--> statement-breakpoint
CREATE INDEX "exam_scores_subject" ON "exam_scores" USING btree ("subject_id","key_revision","total");--> statement-breakpoint
CREATE INDEX "review_cards_seq" ON "review_cards" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "review_cards_subject_id" ON "review_cards" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "review_logs_seq" ON "review_logs" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "review_logs_card_id" ON "review_logs" USING btree ("card_id");--> statement-breakpoint
ALTER TABLE "exam_answers" SET (fillfactor = 70);
