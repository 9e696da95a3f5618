CREATE TABLE "exam_papers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_papers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"cohort_id" integer NOT NULL,
	"facts" jsonb NOT NULL,
	"facts_hash" text NOT NULL,
	"bytes" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"made" timestamp (3) with time zone,
	CONSTRAINT "exam_papers_once" UNIQUE("user_id","cohort_id","facts_hash")
);
--> statement-breakpoint
CREATE TABLE "guardian_limits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guardian_limits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"guardian" text NOT NULL,
	"yen" integer,
	"order_id" integer NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"set_from" text NOT NULL,
	"set_with" text NOT NULL,
	CONSTRAINT "guardian_limits_yen" CHECK ("guardian_limits"."yen" > 0)
);
--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "pack" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_sittings" ADD COLUMN "outage_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_sittings" ADD COLUMN "late_sync" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guardian_orders" ADD COLUMN "limit_yen" integer;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "exam_papers" ADD CONSTRAINT "exam_papers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_papers" ADD CONSTRAINT "exam_papers_cohort_id_exam_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."exam_cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_limits" ADD CONSTRAINT "guardian_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_limits" ADD CONSTRAINT "guardian_limits_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exam_papers_due" ON "exam_papers" USING btree ("made","not_before");--> statement-breakpoint
CREATE INDEX "guardian_limits_user" ON "guardian_limits" USING btree ("user_id","id");--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_user_id" ON "notices" USING btree ("user_id","published");