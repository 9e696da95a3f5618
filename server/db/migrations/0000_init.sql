CREATE TABLE "refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"used" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"last_seen" timestamp (3) with time zone NOT NULL,
	"revoked" timestamp (3) with time zone,
	"revoked_reason" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"family_name" text DEFAULT '' NOT NULL,
	"given_name" text DEFAULT '' NOT NULL,
	"grade" text,
	"scope" jsonb DEFAULT '["member"]'::jsonb NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"preference" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "boards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "boards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"bundle_id" integer NOT NULL,
	"lesson_id" integer NOT NULL,
	"start_sec" real NOT NULL,
	"path" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "boards_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "captions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "captions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"lesson_id" integer NOT NULL,
	"lang" text NOT NULL,
	"label" text NOT NULL,
	"path" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chapters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chapters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"course_id" integer NOT NULL,
	"name" text NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "chapters_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "course_teachers" (
	"course_id" integer NOT NULL,
	"teacher_id" integer NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "course_teachers_course_id_teacher_id_pk" PRIMARY KEY("course_id","teacher_id")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "courses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_name" text NOT NULL,
	"level" text NOT NULL,
	"grades" jsonb NOT NULL,
	"summary" text NOT NULL,
	"description" text NOT NULL,
	"orientation" text NOT NULL,
	"price" integer NOT NULL,
	"list_price" integer NOT NULL,
	"access_days" integer NOT NULL,
	"sample_video" text,
	"thumbnail" text,
	"duration_sum" integer DEFAULT 0 NOT NULL,
	"lesson_count" integer DEFAULT 0 NOT NULL,
	"order" integer DEFAULT 0 NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	"withdrawn" timestamp (3) with time zone,
	CONSTRAINT "courses_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lessons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"course_id" integer NOT NULL,
	"unit_id" integer,
	"name" text NOT NULL,
	"order" integer NOT NULL,
	"sequence" integer NOT NULL,
	"goal" text DEFAULT '' NOT NULL,
	"body_html" text NOT NULL,
	"duration" integer NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"video" text,
	"audio" text,
	"poster" text,
	"textbook_page_from" integer,
	"textbook_page_to" integer,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	"withdrawn" timestamp (3) with time zone,
	CONSTRAINT "lessons_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"title" text NOT NULL,
	"body_html" text NOT NULL,
	"category" text NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"audience" text NOT NULL,
	"published" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notices_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "packs" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"license" text NOT NULL,
	"credits" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"imported" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "teachers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "teachers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"name" text NOT NULL,
	"kana" text NOT NULL,
	"subjects" jsonb NOT NULL,
	"catch_copy" text NOT NULL,
	"career" text NOT NULL,
	"message" text NOT NULL,
	"photo" text,
	CONSTRAINT "teachers_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "textbook_bundles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "textbook_bundles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"course_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "textbook_bundles_key_unique" UNIQUE("key"),
	CONSTRAINT "textbook_bundles_course_id_unique" UNIQUE("course_id")
);
--> statement-breakpoint
CREATE TABLE "textbook_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "textbook_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"bundle_id" integer NOT NULL,
	"name" text NOT NULL,
	"pages" integer NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"path" text NOT NULL,
	CONSTRAINT "textbook_files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "units" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "units_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"chapter_id" integer NOT NULL,
	"name" text NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "units_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "whiteboard_bundles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "whiteboard_bundles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"course_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "whiteboard_bundles_key_unique" UNIQUE("key"),
	CONSTRAINT "whiteboard_bundles_course_id_unique" UNIQUE("course_id")
);
--> statement-breakpoint
CREATE TABLE "bookmarks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bookmarks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"is_check" boolean NOT NULL,
	"client_at" timestamp (3) with time zone NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bookmarks_user_course" UNIQUE("user_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"lesson_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"level" smallint NOT NULL,
	"client_at" timestamp (3) with time zone NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "checks_user_lesson" UNIQUE("user_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "favorites_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"lesson_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"is_on" boolean NOT NULL,
	"client_at" timestamp (3) with time zone NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "favorites_user_lesson" UNIQUE("user_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "inventories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inventories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"product_id" text,
	"expire_at" timestamp (3) with time zone,
	"is_auto_renewal" boolean DEFAULT false NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"user_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"lesson_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"sec" double precision NOT NULL,
	"body" text NOT NULL,
	"rev" integer NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "notes_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "notice_reads" (
	"user_id" integer NOT NULL,
	"notice_id" integer NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notice_reads_user_id_notice_id_pk" PRIMARY KEY("user_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "playback_sessions" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"lesson_id" integer NOT NULL,
	"device_id" text NOT NULL,
	"started" timestamp (3) with time zone NOT NULL,
	"last_seen" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "study_days" (
	"user_id" integer NOT NULL,
	"day" date NOT NULL,
	"seconds" double precision NOT NULL,
	CONSTRAINT "study_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "watch_histories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "watch_histories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"lesson_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"position" double precision NOT NULL,
	"position_at" timestamp (3) with time zone NOT NULL,
	"position_restart" boolean NOT NULL,
	"ranges" jsonb NOT NULL,
	"rate" real NOT NULL,
	"watched_rate" real NOT NULL,
	"is_completed" boolean NOT NULL,
	"device_id" text,
	"watched_at" timestamp (3) with time zone NOT NULL,
	"rev" integer NOT NULL,
	"cleared_at" timestamp (3) with time zone,
	CONSTRAINT "watch_histories_user_lesson" UNIQUE("user_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"key" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" text,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boards" ADD CONSTRAINT "boards_bundle_id_whiteboard_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."whiteboard_bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boards" ADD CONSTRAINT "boards_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captions" ADD CONSTRAINT "captions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_teachers" ADD CONSTRAINT "course_teachers_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_teachers" ADD CONSTRAINT "course_teachers_teacher_id_teachers_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."teachers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teachers" ADD CONSTRAINT "teachers_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "textbook_bundles" ADD CONSTRAINT "textbook_bundles_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "textbook_files" ADD CONSTRAINT "textbook_files_bundle_id_textbook_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."textbook_bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whiteboard_bundles" ADD CONSTRAINT "whiteboard_bundles_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventories" ADD CONSTRAINT "inventories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventories" ADD CONSTRAINT "inventories_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD CONSTRAINT "playback_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD CONSTRAINT "playback_sessions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_days" ADD CONSTRAINT "study_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_histories" ADD CONSTRAINT "watch_histories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_histories" ADD CONSTRAINT "watch_histories_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_histories" ADD CONSTRAINT "watch_histories_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refresh_tokens_session_id" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_expires" ON "refresh_tokens" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "boards_bundle_id" ON "boards" USING btree ("bundle_id");--> statement-breakpoint
CREATE INDEX "boards_lesson_id" ON "boards" USING btree ("lesson_id","start_sec");--> statement-breakpoint
CREATE INDEX "captions_lesson_id" ON "captions" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "chapters_course_id" ON "chapters" USING btree ("course_id","order");--> statement-breakpoint
CREATE INDEX "course_teachers_teacher_id" ON "course_teachers" USING btree ("teacher_id");--> statement-breakpoint
CREATE INDEX "courses_pack" ON "courses" USING btree ("pack");--> statement-breakpoint
CREATE INDEX "lessons_course_id" ON "lessons" USING btree ("course_id","sequence");--> statement-breakpoint
CREATE INDEX "lessons_unit_id" ON "lessons" USING btree ("unit_id","order");--> statement-breakpoint
CREATE INDEX "notices_pack" ON "notices" USING btree ("pack");--> statement-breakpoint
CREATE INDEX "notices_list" ON "notices" USING btree ("is_pinned" DESC NULLS LAST,"published" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "teachers_pack" ON "teachers" USING btree ("pack");--> statement-breakpoint
CREATE INDEX "textbook_files_bundle_id" ON "textbook_files" USING btree ("bundle_id");--> statement-breakpoint
CREATE INDEX "units_chapter_id" ON "units" USING btree ("chapter_id","order");--> statement-breakpoint
CREATE INDEX "bookmarks_list" ON "bookmarks" USING btree ("user_id","is_check" DESC NULLS LAST,"client_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bookmarks_course_id" ON "bookmarks" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "checks_list" ON "checks" USING btree ("user_id","modified" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE level > 0;--> statement-breakpoint
CREATE INDEX "checks_course" ON "checks" USING btree ("user_id","course_id");--> statement-breakpoint
CREATE INDEX "checks_lesson_id" ON "checks" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "favorites_list" ON "favorites" USING btree ("user_id","created" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_on;--> statement-breakpoint
CREATE INDEX "favorites_course" ON "favorites" USING btree ("user_id","course_id");--> statement-breakpoint
CREATE INDEX "favorites_lesson_id" ON "favorites" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "inventories_user_id" ON "inventories" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inventories_user_course" ON "inventories" USING btree ("user_id","course_id");--> statement-breakpoint
CREATE INDEX "inventories_course_id" ON "inventories" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "notes_list" ON "notes" USING btree ("user_id","modified" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "notes_lesson" ON "notes" USING btree ("user_id","lesson_id");--> statement-breakpoint
CREATE INDEX "notes_course" ON "notes" USING btree ("user_id","course_id");--> statement-breakpoint
CREATE INDEX "notes_lesson_id" ON "notes" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "notice_reads_notice_id" ON "notice_reads" USING btree ("notice_id");--> statement-breakpoint
CREATE INDEX "watch_histories_list" ON "watch_histories" USING btree ("user_id","watched_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "watch_histories_course" ON "watch_histories" USING btree ("user_id","course_id");--> statement-breakpoint
CREATE INDEX "watch_histories_lesson_id" ON "watch_histories" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created");--> statement-breakpoint
CREATE INDEX "rate_limits_resets" ON "rate_limits" USING btree ("resets");