CREATE TABLE "exam_acts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"attempt_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"act" text NOT NULL,
	"why" text NOT NULL,
	"minutes" integer
);
--> statement-breakpoint
-- Reviews that are there were computed by the only set of parameters there was.
ALTER TABLE "review_logs" ADD COLUMN "params" text DEFAULT 'fsrs6-90-1' NOT NULL;--> statement-breakpoint
ALTER TABLE "review_logs" ALTER COLUMN "params" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "exam_acts" ADD CONSTRAINT "exam_acts_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exam_acts_attempt_id" ON "exam_acts" USING btree ("attempt_id");