CREATE TABLE "entry_exams" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "entry_exams_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"is_current" boolean NOT NULL,
	"subjects" jsonb NOT NULL,
	"imported" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "entry_exams_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "entry_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"test_id" uuid NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entry_sittings" (
	"test_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"started" timestamp (3) with time zone NOT NULL,
	"deadline" timestamp (3) with time zone NOT NULL,
	"finished" timestamp (3) with time zone,
	"is_timed_out" boolean DEFAULT false NOT NULL,
	"answers" jsonb NOT NULL,
	CONSTRAINT "entry_sittings_test_id_subject_pk" PRIMARY KEY("test_id","subject")
);
--> statement-breakpoint
CREATE TABLE "entry_tests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"exam_id" integer NOT NULL,
	"email" text NOT NULL,
	"grade" text NOT NULL,
	"subjects" jsonb NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"started" timestamp (3) with time zone,
	"finished" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "entry_exams" ADD CONSTRAINT "entry_exams_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_links" ADD CONSTRAINT "entry_links_test_id_entry_tests_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."entry_tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_sittings" ADD CONSTRAINT "entry_sittings_test_id_entry_tests_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."entry_tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_tests" ADD CONSTRAINT "entry_tests_exam_id_entry_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."entry_exams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_exams_pack" ON "entry_exams" USING btree ("pack");--> statement-breakpoint
CREATE INDEX "entry_links_test_id" ON "entry_links" USING btree ("test_id");--> statement-breakpoint
CREATE INDEX "entry_links_expires" ON "entry_links" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "entry_sittings_deadline" ON "entry_sittings" USING btree ("deadline");--> statement-breakpoint
CREATE INDEX "entry_tests_email" ON "entry_tests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "entry_tests_exam_id" ON "entry_tests" USING btree ("exam_id");--> statement-breakpoint
CREATE INDEX "entry_tests_expires" ON "entry_tests" USING btree ("expires");